export { smoothNormals } from './normals.ts';
