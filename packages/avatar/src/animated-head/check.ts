import { type Clip, ROTATIONS, SHAPES } from '@talking-avatar/animation';
import type { ActorModel, Part } from '../model/model.ts';

/** No file can be made from the model or clip. The message gives the reason. */
export class HeadInputError extends Error {
  override readonly name = 'HeadInputError';
}

/** Frame rates that tools can play. */
const FPS_RANGE = [1, 240] as const;

/**
 * Checks that a clip has everything that a file needs.
 *
 * @throws HeadInputError
 */
export function checkClip({ fps, frames, channels }: Clip): void {
  const [least, most] = FPS_RANGE;
  if (!(fps >= least && fps <= most)) throw inputError(`the clip has ${fps} frames a second; ${least} to ${most} can be written`);
  if (!Number.isInteger(frames) || frames < 1) throw inputError(`the clip has ${frames} frames; it needs one at least`);
  for (const name of [...SHAPES, ...ROTATIONS]) {
    const values = channels.get(name);
    if (!values) throw inputError(`the clip has no channel '${name}'`);
    if (values.length !== frames) {
      throw inputError(`the channel '${name}' has ${values.length} values, the clip has ${frames} frames`);
    }
    const invalid = values.findIndex((value) => !Number.isFinite(value));
    if (invalid >= 0) throw inputError(`the channel '${name}' is ${values[invalid]} at frame ${invalid}`);
  }
}

/**
 * Checks that a model is complete: its skeleton, its parts and their references, and that each of the 52 shapes moves
 * something.
 *
 * @throws HeadInputError
 */
export function checkModel({ id, joints, parts, textures }: ActorModel): void {
  for (const [i, { name, parent }] of joints.entries()) {
    if (i === 0 ? parent !== -1 : !(parent >= 0 && parent < i)) {
      throw inputError(`the model '${id}': the parent of the joint '${name}' is ${parent}, which is not before it`);
    }
  }
  for (const joint of ['head', 'leftEye', 'rightEye']) {
    if (!joints.some(({ name }) => name === joint)) throw inputError(`the model '${id}' has no joint '${joint}'`);
  }
  for (const part of parts) checkPart(id, part, joints.length, textures.length);
  for (const shape of SHAPES) {
    const moves = parts.some(({ morphs }) => morphs.get(shape)?.positions.some((value) => value !== 0));
    if (!moves) throw inputError(`the model '${id}': nothing of it is moved by the shape '${shape}'`);
  }
}

function checkPart(id: string, part: Part, joints: number, textures: number): void {
  const error = (what: string) => inputError(`the model '${id}', part '${part.name}': ${what}`);
  const vertices = part.positions.length / 3;
  const lengths = { positions: 3, normals: 3, uvs: 2, joints: 4, weights: 4 } as const;
  for (const [name, width] of Object.entries(lengths) as [keyof typeof lengths, number][]) {
    if (part[name].length !== width * vertices || !Number.isInteger(vertices)) {
      throw error(`it has ${part[name].length} ${name}, ${width} for each of ${vertices} vertices are needed`);
    }
    if (part[name].some((value: number) => !Number.isFinite(value))) throw error(`not all of its ${name} are numbers`);
  }
  if (part.indices.length === 0 || part.indices.length % 3 !== 0) {
    throw error(`it has ${part.indices.length} indices, which are no triangles`);
  }
  const outside = part.indices.find((index) => index >= vertices);
  if (outside !== undefined) throw error(`a triangle has vertex ${outside} of ${vertices}`);
  const joint = part.joints.find((index) => index >= joints);
  if (joint !== undefined) throw error(`a vertex hangs on joint ${joint} of ${joints}`);
  for (let vertex = 0; vertex < vertices; vertex++) {
    if (!(part.weights.subarray(4 * vertex, 4 * vertex + 4).reduce((sum, weight) => sum + weight) > 0)) {
      throw error(`the vertex ${vertex} hangs on no joint`);
    }
  }
  for (const [shape, { vertices: moved, positions, normals }] of part.morphs) {
    if (positions.length !== 3 * moved.length || normals.length !== 3 * moved.length) {
      throw error(`the shape '${shape}' moves ${moved.length} vertices by ${positions.length / 3} steps`);
    }
    if (moved.some((index) => index >= vertices)) throw error(`the shape '${shape}' moves a vertex beyond ${vertices}`);
    if ([positions, normals].some((values) => values.some((value) => !Number.isFinite(value)))) {
      throw error(`the shape '${shape}' moves a vertex by what is no number`);
    }
  }
  for (const texture of [part.material.colour, part.material.normal]) {
    if (texture !== undefined && !(texture >= 0 && texture < textures)) {
      throw error(`its material has texture ${texture} of ${textures}`);
    }
  }
}

const inputError = (what: string): HeadInputError => new HeadInputError(what);
