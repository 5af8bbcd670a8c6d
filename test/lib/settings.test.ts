import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isProduction, readContext, readSettings } from '../../lib/settings.ts';

describe('readSettings', () => {
  it('makes a local stage of nothing', () => {
    expect(readSettings({})).toEqual({
      stage: 'local',
      capacity: 4,
      renderers: 2,
      tasks: 2,
      tts: 'embedded',
      audioStores: {},
      taskAfter: 3600,
      retentionDays: 7,
      lostAfter: 60,
      tokenRate: 200,
      addressRate: 200,
      identifiers: { humanoid: 'metahuman', blendshape: 'arkit', ttsEngine: 'embedded' },
    });
  });

  it('gives a deployed stage more capacity than a laptop', () => {
    expect(readSettings({ stage: 'dev' }).capacity).toBe(5);
    expect(readSettings({ stage: 'dev', capacity: 3 }).capacity).toBe(3);
  });

  it('has one task of four processors draw a film at once: a new account may run six', () => {
    expect(readSettings({ stage: 'dev' }).tasks).toBe(1);
    expect(readSettings({ stage: 'dev', tasks: '10' })).toMatchObject({ tasks: 10, renderers: 40 });
  });

  it('takes the strings that the command line hands over', () => {
    const settings = readSettings({
      stage: 'dev',
      capacity: '12',
      retentionDays: '30',
      identifiers: '{"humanoid":"hero"}',
    });
    expect(settings).toMatchObject({
      capacity: 12,
      retentionDays: 30,
      identifiers: { humanoid: 'hero', blendshape: 'arkit' },
    });
  });

  it('names the engine after the one that speaks, unless a name is chosen', () => {
    expect(readSettings({ tts: 'polly' }).identifiers.ttsEngine).toBe('polly');
    expect(readSettings({ tts: 'polly', identifiers: { ttsEngine: 'voice' } }).identifiers.ttsEngine).toBe('voice');
  });

  it('leaves the context of others alone', () => {
    expect(readSettings({ '@aws-cdk/core:newStyleStackSynthesis': true }).stage).toBe('local');
  });

  it.each([
    [{ stage: 'Prod' }, 'stage must be 1 to 16 lowercase letters, digits and "-", but is "Prod"'],
    [{ capacity: 0 }, 'capacity must be at least 1, but is 0'],
    [{ capacity: 'many' }, 'capacity must be a whole number, but is "many"'],
    [{ capacity: 2.5 }, 'capacity must be a whole number, but is 2.5'],
    [{ tokenRate: 201 }, 'tokenRate must be at most 200, but is 201'],
    [{ tasks: 41 }, 'tasks must be at most 40, but is 41'],
    [{ retentionDays: 400 }, 'retentionDays must be at most 365, but is 400'],
    [{ alarmEmail: 'nobody' }, 'alarmEmail must be an e-mail address, but is "nobody"'],
    [{ identifiers: { humanoide: 'x' } }, 'identifiers must be an object with the names "humanoid"'],
    [{ tts: 'espeak' }, 'tts must be "embedded" or "polly", but is "espeak"'],
    [{ audioStores: { s3: { buckets: [] } } }, 'must name a bucket'],
    [{ audioStores: { s3: { buckets: ['*'] } } }, 'must be a bucket name'],
    [{ audioStores: { obs: { buckets: ['voices'] } } }, 'must have an "endpoint"'],
    [{ audioStores: { s3: { buckets: ['voices'], endpoint: 'https://s3.example.com' } } }, '"endpoint" and "secret"'],
    [
      { stage: 'dev', audioStores: { obs: { buckets: ['voices'], endpoint: 'http://a.example', secret: 'a' } } },
      'must have endpoints with https',
    ],
    [{ identifiers: '{' }, 'identifiers must be an object with the names "humanoid"'],
  ])('refuses %j by name and says where to set it', (context, message) => {
    expect(() => readSettings(context)).toThrow(message);
    expect(() => readSettings(context)).toThrow('cdk.json');
  });

  it('names every fault at once', () => {
    expect(() => readSettings({ stage: '', capacity: -1 })).toThrow(/stage.*capacity/);
  });

  it('accepts what cdk.json sets', () => {
    expect(readSettings(readContext(join(import.meta.dirname, '../../cdk.json')))).toMatchObject({ stage: 'local' });
  });
});

describe('isProduction', () => {
  it.each([
    ['prod', true],
    ['prod-eu', true],
    ['production', true],
    ['production-eu', true],
    ['product-demo', false],
    ['local', false],
  ])('%s: %s', (stage, production) => expect(isProduction({ stage })).toBe(production));
});
