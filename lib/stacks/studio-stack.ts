import { CfnOutput, type Environment, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { StudioBundle } from '../bundle/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';
import { Studio } from '../studio/index.ts';

export interface StudioStackProps {
  bundle: StudioBundle;
  settings: Settings;
  storage: Storage;
  api: RestApi;
  /** Target of the deployment; the account defaults to the one that the credentials belong to. */
  env: Environment;
}

/** Stack for the studio. It is separate because CloudFront takes minutes to update and the service does not need it. */
export class StudioStack extends Stack {
  constructor(scope: Construct, id: string, { env, ...props }: StudioStackProps) {
    super(scope, id, {
      description: 'Avatar service: studio and API reference',
      terminationProtection: props.settings.protect,
      env,
    });
    const studio = new Studio(this, 'Studio', props);
    new CfnOutput(this, 'StudioUrl', { value: studio.url });
  }
}
