export { writeA2f } from './a2f.ts';
export { writeCsv } from './csv.ts';
export { RIGS, type Rig } from './rig.ts';
