export { writeCsv } from './csv.ts';
export { RIGS, type Rig } from './rig.ts';
