import { readSettings, type Settings } from '../../../lib/settings/index.ts';

/** Returns the settings of a deployed stage. */
export const settingsOf = (given: Readonly<Record<string, unknown>> = {}): Settings =>
  readSettings({ stage: 'live', region: 'us-east-1', ...given });

/** Returns the settings of a heavily used service in the account of a recording. */
export const grownUp = (account: string) => ({
  accountConcurrency: 4_000,
  capacity: 50,
  renderers: 40,
  rendererMemory: 10_240,
  tasks: 10,
  domain: {
    name: 'avatar.example.com',
    certificate: `arn:aws:acm:us-east-1:${account}:certificate/11111111-2222-3333-4444-555555555555`,
  },
  alarmTopic: `arn:aws:sns:us-east-1:${account}:alarms`,
});

export const VPC = { id: 'vpc-0a1b2c3d4e5f67890', subnets: ['subnet-0000000a', 'subnet-0000000b'] };
