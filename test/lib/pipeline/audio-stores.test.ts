import { describe, expect, it } from 'vitest';
import { flatten, synthesizeStage } from '../fixture.ts';

const audioStores = {
  s3: { buckets: ['customer-voices'] },
  obs: { endpoint: 'https://obs.example.com', region: 'eu-de', buckets: ['voices'], secret: 'avatar/obs' },
};

/** Returns the actions on external stores, and their resources, that the role of the function allows. */
function grants(context: object): string[] {
  const policies = synthesizeStage({ stage: 'test', ...context }).ofType('AWS::IAM::Policy');
  const [, policy] = policies.find(([name]) => name.startsWith('PipelineAlignRole'))!;
  return (policy.Properties.PolicyDocument.Statement as { Action: string; Resource: unknown }[])
    .flatMap(({ Action, Resource }) => [Resource].flat().map((resource) => `${Action} ${flatten(resource)}`))
    .filter((grant) => /customer-voices|secretsmanager/.test(grant));
}

describe('configured audio stores', () => {
  it('can only be read by the function that fetches recordings', () => {
    expect(grants({ audioStores }).sort()).toEqual([
      's3:GetObject arn:aws:s3:::customer-voices/*',
      'secretsmanager:GetSecretValue arn:aws:secretsmanager:us-east-1:<AWS::AccountId>:secret:avatar/obs-??????',
    ]);
    expect(grants({})).toEqual([]);
  });

  it('are named in the environment without keys', () => {
    const { ofType } = synthesizeStage({ stage: 'test', audioStores });
    const stores = ofType('AWS::Lambda::Function')
      .map(([, { Properties }]) => Properties.Environment?.Variables?.AUDIO_STORES)
      .filter((value) => value !== undefined);
    // Generate and estimate use these to validate URLs, and align uses them to fetch recordings.
    expect(stores).toHaveLength(3);
    for (const value of stores) expect(JSON.parse(value)).toMatchObject(audioStores);
  });
});
