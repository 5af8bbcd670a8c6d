import { expectTypeOf, it } from 'vitest';
import type { createClient, Job, JobStatus } from '../src/index.ts';

// The compiler checks these as a part of `npm test`: an expected error that does not come is an error.
it('accepts the smallest job and refuses wrong fields', () => {
  const smallest = { target_rig: 'metahuman', text: 'Hi.', language: 'en-US' } as const;
  expectTypeOf(smallest).toExtend<Job>();
  expectTypeOf<Parameters<ReturnType<typeof createClient>['generate']>[0]>().toEqualTypeOf<Job>();
  const refused: Job[] = [
    // @ts-expect-error the language is missing
    { target_rig: 'metahuman', text: 'Hi.' },
    // @ts-expect-error there is no such language
    { ...smallest, language: 'xx' },
    // @ts-expect-error there is no such field
    { ...smallest, colour: 'red' },
    // @ts-expect-error there is no such camera
    { ...smallest, camera: 3 },
    // @ts-expect-error there is no such output
    { ...smallest, output: { type: 'gif' } },
    // @ts-expect-error a number is wanted
    { ...smallest, output: { type: 'video', width: '1280' } },
  ];
  expectTypeOf(refused).toEqualTypeOf<Job[]>();
  expectTypeOf<JobStatus['status']>().toEqualTypeOf<'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'>();
});
