import { readBakedActor } from '@talking-avatar/avatar';
import { type CameraId, measureActor, placeCamera, transform } from '@talking-avatar/avatar/testing';
import { ACTORS } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';

const CAMERAS: readonly CameraId[] = [0, 1, 2, 6, 7];
const ASPECTS = { '9:16': 9 / 16, '1:1': 1, '16:9': 16 / 9 } as const;

describe.each(ACTORS.map(({ id }) => id))('the frame of %s', async (id) => {
  const measures = measureActor(await readBakedActor(id));

  it.each(Object.entries(ASPECTS))('at %s has the eyes at about 38 %% of its height and includes all the hair', (_, aspect) => {
    for (const camera of CAMERAS) {
      const { viewProjection } = placeCamera(camera, measures, aspect);
      const fromTop = (height: number): number => {
        const [, y, , w] = transform(viewProjection, [0, height, measures.center[2]]);
        return (1 - y / w) / 2;
      };
      expect(fromTop(measures.eyes), `camera ${camera}`).toBeGreaterThan(0.36);
      // Tall hair moves the eyes down.
      expect(fromTop(measures.eyes), `camera ${camera}`).toBeLessThan(0.46);
      expect(fromTop(measures.top), `camera ${camera}`).toBeGreaterThan(0.01);
    }
  });
});
