import { expectTypeOf, it } from 'vitest';
import type { createClient, Job, JobStatus } from '../src/index.ts';

// The compiler checks these as part of `npm test`, and reports any error that is expected but does not occur.
it('accepts the smallest job and rejects invalid fields', () => {
  const smallest = { target_rig: 'metahuman', text: 'Hi.', language: 'en-US' } as const;
  expectTypeOf(smallest).toExtend<Job>();
  expectTypeOf<Parameters<ReturnType<typeof createClient>['generate']>[0]>().toEqualTypeOf<Job>();
  const refused: Job[] = [
    // @ts-expect-error the language is missing
    { target_rig: 'metahuman', text: 'Hi.' },
    // @ts-expect-error unknown language
    { ...smallest, language: 'xx' },
    // @ts-expect-error unknown field
    { ...smallest, colour: 'red' },
    // @ts-expect-error unknown camera
    { ...smallest, camera: 3 },
    // @ts-expect-error unknown output type
    { ...smallest, output: { type: 'gif' } },
    // @ts-expect-error the width must be a number
    { ...smallest, output: { type: 'video', width: '1280' } },
  ];
  expectTypeOf(refused).toEqualTypeOf<Job[]>();
  expectTypeOf<JobStatus['status']>().toEqualTypeOf<'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'>();
});
