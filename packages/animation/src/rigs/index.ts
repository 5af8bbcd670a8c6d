export { writeA2f } from './a2f.ts';
export { writeCsv } from './csv.ts';
export { encodeText } from './encode-text.ts';
export { mapColumns, type Rig } from './rig.ts';
export { vrmExpressions } from './vrm.ts';
