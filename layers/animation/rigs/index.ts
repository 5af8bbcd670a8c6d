export { writeCsv } from './csv.ts';
export { LIVELINK_CHANNELS, LIVELINK_FPS } from './livelink.ts';
export { METAHUMAN_CURVES } from './metahuman-curves.ts';
export { type Column, mapColumns, RIGS, type Rig } from './rig.ts';
