import type { Settings } from '../../../lib/settings/index.ts';
import type { Facts } from '../facts.ts';
import { checkCompute } from './compute.ts';
import { checkDeployment } from './deployment.ts';
import type { Check, Finding } from './finding.ts';
import { checkNetwork } from './network.ts';
import { checkServices } from './services.ts';

export type { Finding } from './finding.ts';

const CHECKS: readonly Check[] = [checkDeployment, checkCompute, checkNetwork, checkServices];

/** Judges all facts against the settings. */
export const judge = (facts: Facts, settings: Settings): Finding[] => CHECKS.flatMap((one) => one(facts, settings));
