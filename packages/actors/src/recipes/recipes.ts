import { AMARA } from './actors/amara.ts';
import { BRUNO } from './actors/bruno.ts';
import { CHLOE } from './actors/chloe.ts';
import { DMITRI } from './actors/dmitri.ts';
import { ELENA } from './actors/elena.ts';
import { FARID } from './actors/farid.ts';
import { GRACE } from './actors/grace.ts';
import { HIRO } from './actors/hiro.ts';
import { JAMAL } from './actors/jamal.ts';
import { KAVYA } from './actors/kavya.ts';
import { MEI } from './actors/mei.ts';
import type { Recipe } from './recipe.ts';

export const RECIPES: readonly Recipe[] = [AMARA, BRUNO, CHLOE, DMITRI, ELENA, FARID, GRACE, HIRO, JAMAL, KAVYA, MEI];
