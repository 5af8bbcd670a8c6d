/** Diverse faces, for slow tests that need not see every actor: young and old, broad and narrow, of three origins. */
export const FACES = ['amara', 'dmitri', 'hiro', 'mei'] as const;
