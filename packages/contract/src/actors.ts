export type Sex = 'male' | 'female';

interface Actor {
  /** Value of `actor` in a job: one lowercase word. */
  id: string;
  sex: Sex;
  /** Appearance and age, in a few words. */
  description: string;
}

/** The eleven actors, of different ages, sexes, and origins. */
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

/** Values of `actor` that only select a voice: for a CSV, which has no head, or for an FBX or GLB with the default head. */
export const VOICE_SEXES = ['male', 'female'] as const satisfies readonly Sex[];

/** The actor of a video job without `actor`. */
export const DEFAULT_ACTOR = 'amara';

/** Actor whose head an FBX or GLB shows by default, by the sex of the voice. */
const HEAD_ACTORS: Readonly<Record<Sex, string>> = { female: 'amara', male: 'bruno' };

/**
 * Returns an actor's sex.
 * @param actor a job's `actor`: an actor ID, `male`, or `female`
 * @returns `female` if it is undefined or unknown
 */
export function sexOfActor(actor: string | undefined): Sex {
  if (actor === 'male' || actor === 'female') return actor;
  return ACTORS.find(({ id }) => id === actor)?.sex ?? 'female';
}

/** Returns the actor whose head an FBX or GLB shows. @param actor a job's `actor` */
export const headActorOf = (actor: string | undefined): string =>
  ACTORS.some(({ id }) => id === actor) ? actor! : HEAD_ACTORS[sexOfActor(actor)];
