export { AvatarError } from './fault.ts';
export { importAvatar } from './import.ts';
export { findShape } from './shape-names.ts';
