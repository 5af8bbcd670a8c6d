import { App, type Environment, Tags } from 'aws-cdk-lib';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import type { Bundles } from './bundle/index.ts';
import { addChecks } from './checks.ts';
import { retainLogs } from './function/index.ts';
import {
  type Context,
  DEPLOYMENT_TAG,
  deploymentOf,
  LOCAL_STAGE,
  readSettings,
  type Settings,
  serviceStackName,
} from './settings/index.ts';
import { ServiceStack, StorageStack, StudioStack } from './stacks/index.ts';

export interface AppProps {
  bundles: Bundles;
  context: Context;
  /** Cloud assembly folder. The CDK command line sets it. */
  outdir?: string;
  /** True (the default) to run the checks, whose findings fail the synthesis. They take longer than everything else. */
  checked?: boolean;
}

/** As recommended by the CDK, except where noted. */
export const FLAGS = {
  ...recommendedFlags,
  // Strong references use exports, which prevent CloudFormation from deleting tables in use and which the local service can resolve.
  // Neither is true of weak references.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
};

/** Not a real account, so that the template of a local stage cannot be deployed by mistake. */
const NO_ACCOUNT = '000000000000';

/** Returns the account and region for the stacks. The account defaults to the one that the credentials belong to. */
function environmentOf({ stage, account, region }: Settings): Environment {
  if (stage === LOCAL_STAGE) return { account: NO_ACCOUNT, region };
  return { region, ...(account && { account }) };
}

/** Composes the whole service for one stage. @throws Error if a setting is invalid */
export function createApp({ bundles, context, outdir, checked = true }: AppProps): App {
  const settings = readSettings(context);
  const app = new App({
    context: { ...FLAGS, ...context },
    analyticsReporting: false,
    builtinCloudFormationValidation: checked,
    ...(outdir && { outdir }),
  });
  const env = environmentOf(settings);
  const { storage } = new StorageStack(app, `AvatarStorage-${settings.stage}`, { settings, env });
  const { api } = new ServiceStack(app, serviceStackName(settings.stage), { bundles, settings, storage, env });
  if (settings.studio) new StudioStack(app, `AvatarStudio-${settings.stage}`, { bundle: bundles.studio, settings, storage, api, env });
  Tags.of(app).add('service', 'avatar');
  Tags.of(app).add('stage', settings.stage);
  Tags.of(app).add(DEPLOYMENT_TAG, deploymentOf(settings));
  retainLogs(app, settings.logRetentionDays);
  if (checked) addChecks(app);
  return app;
}
