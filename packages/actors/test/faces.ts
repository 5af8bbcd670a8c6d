/** Diverse faces, for slow tests that do not need every actor: young and old, broad and narrow, and of three ethnic origins. */
export const FACES = ['amara', 'dmitri', 'hiro', 'mei'] as const;
