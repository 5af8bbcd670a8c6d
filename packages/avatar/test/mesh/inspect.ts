import type { Clip } from '@talking-avatar/animation';
import type { Phone } from '@talking-avatar/contract';
import { type ActorModel, weighCorrective } from '../../src/model/index.ts';
import { measureActor, placeCamera } from '../../src/render/camera.ts';
import { poseActor } from '../../src/render/pose.ts';
import { findLids } from './lids.ts';
import { findMouth } from './lips.ts';
import { findTongue } from './tongue.ts';

/** Minimum depth that is visible, in meters. Anything smaller is less than a pixel wide with camera 0 at 720 lines. */
const SEEN = 0.0003;

/** All faults of one kind in a mesh. */
export interface Fault {
  /** The largest fault, in meters. */
  most: number;
  /** Number of frames in which the fault is visible. */
  frames: number;
  /** Clip and frame of the largest fault. */
  where: string;
}

export const FAULTS = ['teeth through skin', 'tongue through skin', 'tongue through teeth', 'lids through eyes'] as const;

/** Findings for one or more performances. */
export interface Findings {
  frames: number;
  /** Gaps between the lips in the middle of each p, b, and m, in ascending order, in meters. */
  gaps: number[];
  faults: Record<(typeof FAULTS)[number], Fault>;
}

/** A solved clip with its phones, and a name to use in reports. */
export interface Performance {
  name: string;
  clip: Clip;
  phones: readonly Phone[];
}

/** Returns a function that adds the faults in a performance to the findings about an actor. */
export function inspectMesh(actor: ActorModel) {
  const camera = placeCamera(0, measureActor(actor), 16 / 9);
  const [mouth, tongue, lids] = [findMouth(actor), findTongue(actor), findLids(actor)];
  const findings: Findings = {
    frames: 0,
    gaps: [],
    faults: Object.fromEntries(FAULTS.map((name) => [name, { most: 0, frames: 0, where: '' }])) as Findings['faults'],
  };
  const count = (name: (typeof FAULTS)[number], depth: number, where: () => string): void => {
    const fault = findings.faults[name];
    if (depth > SEEN) fault.frames++;
    if (depth > fault.most) Object.assign(fault, { most: depth, where: where() });
  };
  return {
    findings,
    inspect({ name, clip, phones }: Performance): void {
      const weightsAt = (frame: number): Map<string, number> => {
        const { weights } = poseActor(actor, clip, camera, frame);
        const all = new Map(weights);
        for (const corrective of actor.correctives)
          all.set(
            corrective.name,
            weighCorrective(corrective, (shape) => weights.get(shape) ?? 0),
          );
        return all;
      };
      for (let frame = 0; frame < clip.frames; frame++) {
        const weights = weightsAt(frame);
        const at = (): string => `${name} frame ${frame}`;
        const through = mouth.through(weights);
        count('teeth through skin', through.teeth, at);
        count('tongue through skin', through.tongue, at);
        count('tongue through teeth', tongue(weights), at);
        count('lids through eyes', lids(weights), at);
      }
      findings.frames += clip.frames;
      for (const { symbol, start, end } of phones) {
        if (!/^[pbm]/.test(symbol)) continue;
        const frame = Math.min(clip.frames - 1, Math.round(((start + end) / 2) * clip.fps));
        findings.gaps.push(mouth.gap(weightsAt(frame)));
      }
      findings.gaps.sort((a, b) => a - b);
    },
  };
}
