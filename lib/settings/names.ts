import { LOCAL_STAGE } from './defaults.ts';
import type { Settings } from './schema.ts';

/** Returns the name of the stack that has the outputs of a stage. */
export const serviceStackName = (stage: string): string => `Avatar-${stage}`;

/** Returns which addresses outbound requests may reach. A deployed function must never send requests to its own machine. */
export const outboundOf = ({ stage }: Pick<Settings, 'stage'>): 'public' | 'public-and-loopback' =>
  stage === LOCAL_STAGE ? 'public-and-loopback' : 'public';

/** The tag that identifies a deployment on the bill. */
export const DEPLOYMENT_TAG = 'deployment';
export const deploymentOf = ({ stage, region }: Pick<Settings, 'stage' | 'region'>): string => `avatar-${stage}-${region}`;
