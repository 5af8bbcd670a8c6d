import { type Animation, NodeIO } from '@gltf-transform/core';
import { type Imported, reachOf, sampleKeys, sampleTurn } from './imported.ts';

/**
 * Reads the output of an importer that writes glTF.
 *
 * @param centimeters how many centimeters there are in a unit of the file
 */
export async function openGlb(bytes: Uint8Array, centimeters: number): Promise<Imported> {
  const root = (await new NodeIO().readBinary(bytes)).getRoot();
  const [mesh] = root.listMeshes();
  const animations = root.listAnimations();
  if (!mesh || root.listMeshes().length > 1 || animations.length !== 1) {
    throw new Error(`${root.listMeshes().length} meshes and ${animations.length} animations`);
  }
  const targets = mesh.listPrimitives().map((primitive) => primitive.listTargets());
  const names = targets[0]!.map((target) => target.getAttribute('POSITION')!.getName());
  const weights = curves(animations[0]!, mesh.getName(), 'weights');
  const turns = new Map<string, ReturnType<typeof curves>>();
  return {
    shapes: names.map((name, i) => ({
      name,
      reach: centimeters * Math.max(...targets.map((list) => reachOf(list[i]!.getAttribute('POSITION')!.getArray()!))),
    })),
    seconds: weights.times.at(-1)!,
    weight: (shape, time) => sampleKeys(weights.times, (key) => weights.values[names.length * key + names.indexOf(shape)]!, time),
    turn(joint, time) {
      const { times, values } = turns.get(joint) ?? curves(animations[0]!, joint, 'rotation');
      turns.set(joint, { times, values });
      return sampleTurn(times, values, time);
    },
  };
}

function curves(animation: Animation, node: string, path: string) {
  const sampler = animation
    .listChannels()
    .find((channel) => channel.getTargetNode()?.getName() === node && channel.getTargetPath() === path)
    ?.getSampler();
  if (!sampler) throw new Error(`no ${path} of ${node}`);
  return {
    times: sampler.getInput()!.getArray() as Float32Array,
    values: sampler.getOutput()!.getArray() as Float32Array,
  };
}
