import { type Group, type KeyframeTrack, type SkinnedMesh, Texture } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { type Imported, reachOf, sampleKeys, sampleTurn } from '../fbx/importers/imported.ts';

/** Centimeters per meter. Three.js uses meters. */
const CENTIMETERS = 100;

/**
 * Opens a GLB with three.js. A warning counts as a failure, because it means that three.js did not understand the file. Pictures are left
 * out, because they can only be decoded in a browser.
 */
export async function openGlbWithThree(file: Uint8Array): Promise<Imported & { take: string; meshes: SkinnedMesh[] }> {
  const loader = new GLTFLoader().register(() => ({ name: 'no pictures', loadTexture: async () => new Texture() }));
  const warn = console.warn;
  console.warn = (...words) => {
    throw new Error(`three.js warned: ${words.join(' ')}`);
  };
  try {
    const { scene, animations } = await loader.parseAsync(Uint8Array.from(file).buffer, '');
    const [clip] = animations;
    if (!clip || animations.length > 1) throw new Error(`${animations.length} animations`);
    const tracks = new Map<string, KeyframeTrack>(clip.tracks.map((track) => [track.name, track]));
    return { ...read(scene, tracks), seconds: clip.duration, take: clip.name, meshes: meshesOf(scene) };
  } finally {
    console.warn = warn;
  }
}

function read(scene: Group, tracks: ReadonlyMap<string, KeyframeTrack>): Pick<Imported, 'shapes' | 'weight' | 'turn'> {
  const moved = meshesOf(scene).filter(({ morphTargetDictionary }) => morphTargetDictionary);
  const names = Object.keys(moved[0]!.morphTargetDictionary!);
  const track = (name: string) => {
    const found = tracks.get(name);
    if (!found) throw new Error(`no track ${name}; there are ${[...tracks.keys()].join(', ')}`);
    return found;
  };
  return {
    shapes: names.map((name, i) => ({
      name,
      reach: CENTIMETERS * Math.max(...moved.map(({ geometry }) => reachOf(geometry.morphAttributes.position![i]!.array))),
    })),
    weight(shape, time) {
      const of = moved.map(({ name }) => {
        const { times, values } = track(`${name}.morphTargetInfluences`);
        return sampleKeys(times, (key) => values[names.length * key + names.indexOf(shape)]!, time);
      });
      if (new Set(of).size !== 1) throw new Error(`the meshes move differently: ${of.join(', ')}`);
      return of[0]!;
    },
    turn(joint, time) {
      const { times, values } = track(`${joint}.quaternion`);
      return sampleTurn(times, values, time);
    },
  };
}

function meshesOf(scene: Group): SkinnedMesh[] {
  const meshes: SkinnedMesh[] = [];
  scene.traverse((one) => void ((one as SkinnedMesh).isSkinnedMesh && meshes.push(one as SkinnedMesh)));
  return meshes;
}
