import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, type Clip, encodeText, type Rig, ROTATIONS, SHAPES, solve, writeCsv } from '../src/index.ts';
import { readFacts } from './facts.ts';
import { importLiveLinkCsv } from './importer.ts';
import { anyTimeline, speakEvenly } from './timelines.ts';

const LIVELINK = readFacts('arkit52_livelink').map((row) => row.llf_name_pascal!);
const METAHUMAN = readFacts('metahuman_curves').map((row) => row.curve_name!);
const WEIGHTS = readFacts('arkit_to_metahuman');

/** Creates a clip that has these values, and 0 everywhere else. */
function hold(values: Partial<Record<string, number>>, frames = 1, fps = 60): Clip {
  const channels = new Map(CHANNELS.map((name) => [name, new Float32Array(frames).fill(values[name] ?? 0)]));
  return { fps, frames, channels };
}

function importClip(clip: Clip, rig: Rig) {
  return importLiveLinkCsv([...writeCsv(clip, rig)].join(''));
}

/** Reads the first row, by column name. */
function readRow(clip: Clip, rig: Rig): Record<string, number> {
  const { columns, rows } = importClip(clip, rig);
  return Object.fromEntries(columns.map((column, i) => [column, rows[0]![i]!]));
}

describe('columns', () => {
  it("are Live Link Face's 61 in recorded order for the blendshape rig", () => {
    expect(LIVELINK).toHaveLength(61);
    expect(importClip(hold({}), 'blendshape').columns).toEqual(LIVELINK);
    expect([...SHAPES, ...ROTATIONS].map((name) => name.toLowerCase())).toEqual(LIVELINK.map((name) => name.toLowerCase()));
  });

  it('are the same plus the 251 MetaHuman curves for the humanoid rig', () => {
    expect(METAHUMAN).toHaveLength(251);
    expect(importClip(hold({}), 'humanoid').columns).toEqual([...LIVELINK, ...METAHUMAN]);
  });

  it('begin with Timecode and BlendshapeCount', () => {
    expect([...writeCsv(hold({}), 'blendshape')].join('').startsWith('Timecode,BlendshapeCount,EyeBlinkLeft,')).toBe(true);
  });
});

describe('values', () => {
  it("drive each MetaHuman curve by the pose asset's weights", () => {
    const linear = WEIGHTS.filter(({ weight, note }) => Number.isFinite(Number(weight)) && !note!.startsWith('asymmetric'));
    expect(linear).toHaveLength(83);
    for (const shape of SHAPES) {
      const row = readRow(hold({ [shape]: 0.5, ...(shape === 'mouthClose' ? { jawOpen: 1 } : {}) }), 'humanoid');
      for (const { metahuman_curve, weight } of linear.filter(({ arkit_camel }) => arkit_camel === shape)) {
        expect(row[metahuman_curve!], `${shape} on ${metahuman_curve}`).toBeCloseTo(0.5 * Number(weight), 6);
      }
    }
  });

  it("close the humanoid's lips by the ratio of mouthClose to jawOpen, except with a shut jaw", () => {
    for (const quadrant of ['UL', 'UR', 'DL', 'DR']) {
      const name = `CTRL_expressions_mouthLipsTogether${quadrant}`;
      expect(readRow(hold({ mouthClose: 0.1, jawOpen: 0.4 }), 'humanoid')[name]).toBeCloseTo(0.25, 6);
      expect(readRow(hold({ mouthClose: 0, jawOpen: 0 }), 'humanoid')[name]).toBe(0);
    }
  });

  it('stay within 0..1 if several shapes drive one curve', () => {
    const row = readRow(hold({ mouthFunnel: 1, mouthPucker: 1, mouthRollUpper: 1, mouthRollLower: 1 }), 'humanoid');
    expect(row.CTRL_expressions_mouthFunnelUL).toBe(1);
    expect(row.CTRL_expressions_mouthUpperLipRollInL).toBe(1);
  });

  it('include the tongue and labiodental contact, which ARKit does not have', () => {
    const row = readRow(hold({ tongueTipUp: 1, lowerLipBite: 1 }), 'humanoid');
    expect(row.CTRL_expressions_tongueTipUp).toBeGreaterThan(0.5);
    expect(row.CTRL_expressions_mouthLowerLipBiteL).toBeGreaterThan(0.9);
    expect(row.CTRL_expressions_mouthLowerLipBiteR).toBeGreaterThan(0.9);
  });

  it("close and part the humanoid's lips smoothly and on time", () => {
    fc.assert(
      fc.property(anyTimeline, (timeline) => {
        const emotion = { expression: 'neutral', level: 0 } as const;
        const clip = solve({ timeline, loudness: speakEvenly(timeline), emotion, seed: '', fps: 60 });
        const { columns, rows } = importClip(clip, 'humanoid');
        const together = rows.map((row) => row[columns.indexOf('CTRL_expressions_mouthLipsTogetherUL')]!);
        const [close, jaw] = [clip.channels.get('mouthClose')!, clip.channels.get('jawOpen')!];
        for (let frame = 1; frame < rows.length; frame++) {
          expect(Math.abs(together[frame]! - together[frame - 1]!), `frame ${frame}`).toBeLessThan(0.25);
          const asked = jaw[frame]! > 0 ? close[frame]! / jaw[frame]! : 0;
          expect(together[frame]).toBeGreaterThan(asked - 1e-6);
          // When there is no closure nearby, nothing holds the lips together.
          if (close.slice(Math.max(0, frame - 5), frame + 6).every((value) => value === 0)) expect(together[frame]).toBe(0);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('rows', () => {
  it("pass the strict importer for any speech on both rigs, with the clip's values", () => {
    fc.assert(
      fc.property(anyTimeline, fc.constantFrom<Rig>('humanoid', 'blendshape'), (timeline, rig) => {
        const emotion = { expression: 'happy', level: 1 } as const;
        const clip = solve({ timeline, loudness: speakEvenly(timeline), emotion, seed: '', fps: 60 });
        const { times, rows, columns } = importClip(clip, rig);
        expect(times).toEqual(Array.from({ length: clip.frames }, (_, frame) => frame));
        const jaw = columns.indexOf('JawOpen');
        const close = columns.indexOf('MouthClose');
        const head = columns.indexOf('HeadYaw');
        for (const [frame, row] of rows.entries()) {
          expect(row[jaw]).toBeCloseTo(clip.channels.get('jawOpen')![frame]!, 9);
          expect(row[close]).toBeLessThanOrEqual(row[jaw]!);
          const shapes = row.filter((_, i) => i < head || i >= head + 9);
          expect(shapes.every((value) => value >= 0 && value <= 1)).toBe(true);
          expect(row.slice(head, head + 9).every((value) => Math.abs(value) < 0.6)).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are at 60 fps for any clip frame rate', () => {
    const ramp = Float32Array.from({ length: 25 }, (_, frame) => frame / 25);
    const slow = hold({}, 25, 25);
    const { rows, columns, times } = importClip({ ...slow, channels: new Map([...slow.channels, ['jawOpen', ramp]]) }, 'blendshape');
    expect(times).toHaveLength(60);
    expect(rows[30]![columns.indexOf('JawOpen')]).toBeCloseTo(0.5, 6);
  });

  it('count hours, minutes, seconds, and 60 frames per second', () => {
    const lines = [...writeCsv(hold({}, 60 * 61 + 7), 'blendshape')].join('').split('\n');
    expect(lines[1]!.startsWith('00:00:00:00.000,61,')).toBe(true);
    expect(lines[60]!.startsWith('00:00:00:59.000,')).toBe(true);
    expect(lines[60 * 61 + 7]!.startsWith('00:01:01:06.000,')).toBe(true);
  });

  it('come in chunks, so that a long clip is never a single string in memory', () => {
    const sizes = [...writeCsv(hold({}, 180 * 60), 'humanoid')].map((chunk) => chunk.length);
    expect(Math.max(...sizes)).toBeLessThan(2 ** 21);
  });

  it('encode to the same bytes as the whole text', () => {
    const pieces = [...writeCsv(hold({}, 600), 'humanoid'), 'é', ''];
    expect(encodeText(pieces).equals(Buffer.from(pieces.join('')))).toBe(true);
  });

  it('are not written for a clip without face channels', () => {
    expect(() => [...writeCsv({ fps: 60, frames: 1, channels: new Map() }, 'blendshape')]).toThrow(
      "the clip has no channel 'eyeBlinkLeft'",
    );
    expect(() => importLiveLinkCsv('Timecode,BlendshapeCount,JawOpen\n00:00:00:00.000,61,\n')).toThrow('row 0 has 2 cells');
  });
});
