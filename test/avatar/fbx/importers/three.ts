import { type KeyframeTrack, type Loader, LoadingManager, type Mesh, type Object3D, Texture } from 'three';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { type Imported, reachOf, sampleKeys, sampleTurn } from './imported.ts';

/** What stands for pictures where there is no browser to decode them. */
const noPictures = { path: '', setPath: () => noPictures, load: () => new Texture() } as unknown as Loader;

/** Opens a file with three.js. A warning counts as a failure: it says that something in the file was not understood. */
export function openWithThree(file: Uint8Array): Imported & { scene: Object3D } {
  const manager = new LoadingManager();
  manager.addHandler(/\.(png|jpg)$/, noPictures);
  const warn = console.warn;
  console.warn = (...words) => {
    throw new Error(`three.js warns: ${words.join(' ')}`);
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
  };
}
