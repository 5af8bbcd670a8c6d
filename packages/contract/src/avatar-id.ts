const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True if `actor` is the ID of a custom avatar rather than a name. */
export const isAvatarId = (actor: unknown): actor is string => typeof actor === 'string' && uuid.test(actor);
