export { findActorAvatar } from './actor.ts';
export { addAvatar, deleteAvatar, findAvatar, listAvatars } from './records.ts';
