import {
  AnimationMixer,
  type Bone,
  type KeyframeTrack,
  type Loader,
  LoadingManager,
  LoopOnce,
  type Mesh,
  type Object3D,
  type SkinnedMesh,
  Texture,
  Vector3,
} from 'three';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { type Eye, type Gaze, type Imported, reachOf, sampleKeys, sampleTurn } from './imported.ts';

/** Placeholder for pictures, which can only be decoded in a browser. */
const noPictures = { path: '', setPath: () => noPictures, load: () => new Texture() } as unknown as Loader;

/** Opens a file with three.js. A warning counts as a failure, because it means that three.js did not understand the file. */
export function openWithThree(file: Uint8Array): Imported & { scene: Object3D } & ReturnType<typeof watchEyes> {
  const manager = new LoadingManager();
  manager.addHandler(/\.(png|jpg)$/, noPictures);
  const warn = console.warn;
  console.warn = (...words) => {
    throw new Error(`three.js warned: ${words.join(' ')}`);
  };
  let scene: Object3D;
  try {
    scene = new FBXLoader(manager).parse(Uint8Array.from(file).buffer, '');
  } finally {
    console.warn = warn;
  }
  const meshes: Mesh[] = [];
  scene.traverse((one) => void ((one as Mesh).isMesh && meshes.push(one as Mesh)));
  const [mesh] = meshes;
  const clip = scene.animations[0];
  if (!mesh || meshes.length > 1 || !clip || scene.animations.length > 1) {
    throw new Error(`${meshes.length} meshes and ${scene.animations.length} animations`);
  }
  const tracks = new Map<string, KeyframeTrack>(clip.tracks.map((track) => [track.name, track]));
  const track = (name: string) => {
    const found = tracks.get(name);
    if (!found) throw new Error(`no track ${name}; there are ${[...tracks.keys()].join(', ')}`);
    return found;
  };
  const names = mesh.morphTargetDictionary ?? {};
  return {
    scene,
    shapes: Object.entries(names).map(([name, i]) => ({
      name,
      reach: reachOf(mesh.geometry.morphAttributes.position![i]!.array),
    })),
    seconds: clip.duration,
    weight(shape, time) {
      const { times, values } = track(`${mesh.name}.morphTargetInfluences[${names[shape]}]`);
      return sampleKeys(times, (key) => values[key]!, time);
    },
    turn(joint, time) {
      const { times, values } = track(`${joint}.quaternion`);
      return sampleTurn(times, values, time);
    },
    ...watchEyes(scene, mesh as SkinnedMesh),
  };
}

/** Returns the directions of the eyeballs while the take plays, and when other weights are set for their shapes. */
function watchEyes(scene: Object3D, mesh: SkinnedMesh) {
  const mixer = new AnimationMixer(scene);
  scene.updateMatrixWorld(true);
  const bone = (name: string) => scene.getObjectByName(name) as Bone;
  const head = bone('head');
  const eyes = new Map<Eye, { iris: readonly number[]; rest: Vector3 }>();
  const look = (eye: Eye, iris: readonly number[]): Vector3 => {
    const center = head.worldToLocal(bone(eye).getWorldPosition(new Vector3()));
    const middle = new Vector3();
    for (const vertex of iris) middle.add(mesh.getVertexPosition(vertex, new Vector3()));
    return head.worldToLocal(mesh.localToWorld(middle.divideScalar(iris.length))).sub(center);
  };
  for (const eye of ['leftEye', 'rightEye'] as const) {
    const iris = irisOf(mesh, mesh.skeleton.bones.indexOf(bone(eye)), bone(eye).getWorldPosition(new Vector3()));
    if (iris.length > 0) eyes.set(eye, { iris, rest: look(eye, iris) });
  }
  const gazeOf = (eye: Eye): Gaze => {
    scene.updateMatrixWorld(true);
    const { iris, rest } = eyes.get(eye)!;
    return { rest: rest.toArray(), now: look(eye, iris).toArray() };
  };
  const driveShapes = (weights: ReadonlyMap<string, number>): void => {
    mixer.stopAllAction();
    for (const [name, i] of Object.entries(mesh.morphTargetDictionary ?? {})) mesh.morphTargetInfluences![i] = weights.get(name) ?? 0;
  };
  const gaze = (eye: Eye, time: number): Gaze => {
    const action = mixer.clipAction(scene.animations[0]!).reset().setLoop(LoopOnce, 1).play();
    action.clampWhenFinished = true;
    mixer.setTime(time);
    return gazeOf(eye);
  };
  return { driveShapes, gazeOf, ...(eyes.size > 0 && { gaze }) };
}

/** Returns the vertices of an eye within 30 degrees of its axis, which are those around the iris. */
function irisOf({ geometry }: SkinnedMesh, bone: number, center: Vector3): number[] {
  const [index, weight, position] = ['skinIndex', 'skinWeight', 'position'].map((name) => geometry.getAttribute(name)!);
  return Array.from({ length: position!.count }, (_, vertex) => vertex).filter((vertex) => {
    const held = [0, 1, 2, 3].some((i) => index!.getComponent(vertex, i) === bone && weight!.getComponent(vertex, i) > 0.5);
    return held && new Vector3().fromBufferAttribute(position!, vertex).sub(center).normalize().z > IRIS_COSINE;
  });
}

const IRIS_COSINE = Math.cos(Math.PI / 6);
