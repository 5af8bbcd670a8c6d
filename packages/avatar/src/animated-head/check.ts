import { type Clip, ROTATIONS, SHAPES } from '@talking-avatar/animation';
import type { ActorModel, Part } from '../model/model.ts';

/** Thrown if the model or the clip is incomplete. The message says why. */
export class HeadInputError extends Error {
  override readonly name = 'HeadInputError';
}

/** Frame rates that animation tools can play. */
const FPS_RANGE = [1, 240] as const;

/** Checks that a clip contains everything needed for export. @throws HeadInputError */
export function checkClip({ fps, frames, channels }: Clip): void {
  const [least, most] = FPS_RANGE;
  if (!(fps >= least && fps <= most)) throw inputError(`the clip must have ${least} to ${most} frames per second, got ${fps}`);
  if (!Number.isInteger(frames) || frames < 1) throw inputError(`the clip must have at least one frame, got ${frames}`);
  for (const name of [...SHAPES, ...ROTATIONS]) {
    const values = channels.get(name);
    if (!values) throw inputError(`the clip is missing the channel '${name}'`);
    if (values.length !== frames) {
      throw inputError(`the channel '${name}' must have ${frames} values, one per frame, got ${values.length}`);
    }
    const invalid = values.findIndex((value) => !Number.isFinite(value));
    if (invalid >= 0) throw inputError(`the channel '${name}' is ${values[invalid]} at frame ${invalid}`);
  }
}

/** Checks the skeleton, parts, and references of a model, and that each of the 52 shapes moves something. @throws HeadInputError */
export function checkModel({ id, joints, parts, textures }: ActorModel): void {
  for (const [i, { name, parent }] of joints.entries()) {
    if (i === 0 ? parent !== -1 : !(parent >= 0 && parent < i)) {
      throw inputError(`the model '${id}': the parent of joint '${name}' must be an earlier joint, got ${parent}`);
    }
  }
  for (const joint of ['head', 'leftEye', 'rightEye']) {
    if (!joints.some(({ name }) => name === joint)) throw inputError(`the model '${id}' is missing the joint '${joint}'`);
  }
  for (const part of parts) checkPart(id, part, joints.length, textures.length);
  for (const shape of SHAPES) {
    const moves = parts.some(({ morphs }) => morphs.get(shape)?.positions.some((value) => value !== 0));
    if (!moves) throw inputError(`the model '${id}': the shape '${shape}' does not move any vertex`);
  }
}

function checkPart(id: string, part: Part, joints: number, textures: number): void {
  const error = (what: string) => inputError(`the model '${id}', part '${part.name}': ${what}`);
  const vertices = part.positions.length / 3;
  const lengths = { positions: 3, normals: 3, uvs: 2, joints: 4, weights: 4 } as const;
  for (const [name, width] of Object.entries(lengths) as [keyof typeof lengths, number][]) {
    if (part[name].length !== width * vertices || !Number.isInteger(vertices)) {
      throw error(`it must have ${width} ${name} for each of its ${vertices} vertices, got ${part[name].length}`);
    }
    if (part[name].some((value: number) => !Number.isFinite(value))) throw error(`its ${name} contain NaN or infinite values`);
  }
  if (part.indices.length === 0 || part.indices.length % 3 !== 0) {
    throw error(`the number of indices must be a positive multiple of 3, got ${part.indices.length}`);
  }
  const outside = part.indices.find((index) => index >= vertices);
  if (outside !== undefined) throw error(`a triangle refers to vertex ${outside}, but there are only ${vertices} vertices`);
  const joint = part.joints.find((index) => index >= joints);
  if (joint !== undefined) throw error(`a vertex is bound to joint ${joint}, but there are only ${joints} joints`);
  for (let vertex = 0; vertex < vertices; vertex++) {
    if (!(part.weights.subarray(4 * vertex, 4 * vertex + 4).reduce((sum, weight) => sum + weight) > 0)) {
      throw error(`vertex ${vertex} is not bound to any joint`);
    }
  }
  for (const [shape, { vertices: moved, positions, normals }] of part.morphs) {
    if (positions.length !== 3 * moved.length || normals.length !== 3 * moved.length) {
      throw error(`the shape '${shape}' has ${moved.length} vertices but ${positions.length / 3} displacements`);
    }
    if (moved.some((index) => index >= vertices)) throw error(`the shape '${shape}' moves a vertex beyond the last of ${vertices}`);
    if ([positions, normals].some((values) => values.some((value) => !Number.isFinite(value)))) {
      throw error(`the shape '${shape}' has a displacement that is NaN or infinite`);
    }
  }
  for (const texture of [part.material.color, part.material.normal]) {
    if (texture !== undefined && !(texture >= 0 && texture < textures)) {
      throw error(`its material refers to texture ${texture}, but there are only ${textures} textures`);
    }
  }
}

const inputError = (what: string): HeadInputError => new HeadInputError(what);
