import { LOCAL_STAGE } from './defaults.ts';
import type { Settings } from './schema.ts';

/** Name of the stack whose outputs say where a stage's parts are. */
export const serviceStackName = (stage: string): string => `Avatar-${stage}`;

/** Which addresses outbound requests may reach. A deployed stage cannot be allowed to reach inside itself. */
export const outboundOf = ({ stage }: Pick<Settings, 'stage'>): 'public' | 'public-and-loopback' =>
  stage === LOCAL_STAGE ? 'public-and-loopback' : 'public';

/** The tag that identifies a deployment on the bill. */
export const DEPLOYMENT_TAG = 'deployment';
export const deploymentOf = ({ stage, region }: Pick<Settings, 'stage' | 'region'>): string => `avatar-${stage}-${region}`;
