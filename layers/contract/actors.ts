export type Sex = 'male' | 'female';

/** An avatar: its identifier, its sex, and how it looks in a sentence. */
export interface Actor {
  id: string;
  sex: Sex;
  description: string;
}

/** The eleven actors, a spread of ages, sexes and origins. */
export const ACTORS: readonly Actor[] = [
  { id: 'amara', sex: 'female', description: 'West African woman in her thirties' },
  { id: 'bruno', sex: 'male', description: 'Southern European man in his fifties' },
  { id: 'chloe', sex: 'female', description: 'Western European woman in her twenties' },
  { id: 'dmitri', sex: 'male', description: 'Eastern European man in his sixties' },
  { id: 'elena', sex: 'female', description: 'Latin American woman in her forties' },
  { id: 'farid', sex: 'male', description: 'Middle Eastern man in his thirties' },
  { id: 'grace', sex: 'female', description: 'Northern European woman in her sixties' },
  { id: 'hiro', sex: 'male', description: 'East Asian man in his twenties' },
  { id: 'jamal', sex: 'male', description: 'African American man in his forties' },
  { id: 'kavya', sex: 'female', description: 'South Asian woman in her twenties' },
  { id: 'mei', sex: 'female', description: 'East Asian woman in her thirties' },
];

/** The voices of animation jobs, which show no actor. */
export const VOICE_SEXES = ['male', 'female'] as const satisfies readonly Sex[];

/** Who speaks when a video job names nobody. */
export const DEFAULT_ACTOR = 'amara';

/** Whose head an animation job's FBX has, by the sex that the job names or is given. */
export const HEADS: Readonly<Record<Sex, string>> = { female: 'amara', male: 'bruno' };

/** The sex of an actor, or of an animation job's `male` or `female`; female where the job says nothing. */
export function sexOfActor(actor: string | undefined): Sex {
  if (actor === 'male' || actor === 'female') return actor;
  return ACTORS.find(({ id }) => id === actor)?.sex ?? 'female';
}
