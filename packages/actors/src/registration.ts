export { CORRESPONDENCE, encodeCorrespondence } from './ict/correspondence.ts';
export { registerHead } from './ict/register.ts';
export { readAssets } from './makehuman/read.ts';
