import {
  AmbientLight,
  type AnimationClip,
  AnimationMixer,
  Box3,
  DirectionalLight,
  type Mesh,
  type Object3D,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Texture,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { type Clip, valueAt } from './clip.ts';

export interface HeadScene {
  /** Shows the head at a time, in seconds. */
  show(time: number): void;
  resize(width: number, height: number): void;
  dispose(): void;
}

/** Maximum rotation of the view from the front, to the side and up, in radians. */
const TURN = 1.2;

/** In degrees. */
const VIEW_ANGLE = 24;

/**
 * Shows a GLB in a canvas.
 * @param glb a head with the 52 ARKit shapes
 * @param clip curves that move it; the GLB's own animation if omitted
 * @throws Error if WebGL is unavailable or the file is not a GLB
 */
export async function createHeadScene(canvas: HTMLCanvasElement, glb: Uint8Array<ArrayBuffer>, clip: Clip | undefined): Promise<HeadScene> {
  const { scene: head, animations } = await new GLTFLoader().parseAsync(glb.buffer, '');
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  const scene = new Scene();
  scene.add(head, ...lights());
  const camera = new PerspectiveCamera(VIEW_ANGLE, 1, 0.05, 20);
  const controls = frame(head, camera, canvas);
  const render = () => renderer.render(scene, camera);
  controls.addEventListener('change', render);
  const pose = clip ? poseByCurves(head, clip) : poseByAnimation(head, animations);
  return {
    show: (time) => {
      pose(time);
      render();
    },
    resize: (width, height) => {
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      render();
    },
    dispose: () => {
      controls.dispose();
      head.traverse((object) => free(object as Mesh));
      renderer.dispose();
      // Browsers allow about sixteen WebGL contexts and then drop the oldest.
      renderer.forceContextLoss();
    },
  };
}

function free({ geometry, material }: Partial<Mesh>): void {
  geometry?.dispose();
  for (const one of [material ?? []].flat()) {
    for (const value of Object.values(one)) if (value instanceof Texture) value.dispose();
    one.dispose();
  }
}

/** A soft key light from the left, a fill light from the right, and a rim light from behind. */
function lights(): Object3D[] {
  const at = (colour: number, strength: number, x: number, y: number, z: number) => {
    const light = new DirectionalLight(colour, strength);
    light.position.set(x, y, z);
    return light;
  };
  return [
    new AmbientLight(0xffffff, 1.1),
    at(0xfff4e6, 2.2, -1.2, 2.4, 2.5),
    at(0xdfe9ff, 0.9, 1.8, 1.6, 1.5),
    at(0xffffff, 1.2, 0, 2.2, -2),
  ];
}

/** Places the camera in front of the face and lets the user orbit it. */
function frame(head: Object3D, camera: PerspectiveCamera, canvas: HTMLCanvasElement): OrbitControls {
  head.updateMatrixWorld(true);
  const face = head.getObjectByName('head') ?? head;
  const box = new Box3().setFromObject(head);
  const target = face === head ? box.getCenter(new Vector3()) : face.getWorldPosition(new Vector3());
  // The head joint is at the lower end of the head. The middle of the face is a few centimeters above and in front of it.
  target.add(new Vector3(0, 0.085, 0.05));
  camera.position.copy(target).add(new Vector3(0, 0.01, 0.78));
  const controls = new OrbitControls(camera, canvas);
  controls.target.copy(target);
  Object.assign(controls, {
    enablePan: false,
    minDistance: 0.45,
    maxDistance: 1.6,
    minAzimuthAngle: -TURN,
    maxAzimuthAngle: TURN,
    minPolarAngle: Math.PI / 2 - TURN / 2,
    maxPolarAngle: Math.PI / 2 + TURN / 2,
  });
  controls.update();
  return controls;
}

function poseByAnimation(head: Object3D, animations: readonly AnimationClip[]) {
  const mixer = new AnimationMixer(head);
  for (const animation of animations) mixer.clipAction(animation).play();
  return (time: number) => mixer.setTime(time);
}

/** Moves the shapes and the head according to the curves with the same names, ignoring case. */
function poseByCurves(head: Object3D, { channels }: Clip) {
  const byName = new Map([...channels].map(([name, values]) => [name.toLowerCase(), values]));
  const shapes: { weights: number[]; index: number; values: Float64Array }[] = [];
  head.traverse((object) => {
    const { morphTargetDictionary, morphTargetInfluences } = object as Mesh;
    for (const [name, index] of Object.entries(morphTargetDictionary ?? {})) {
      const values = byName.get(name.toLowerCase());
      if (values && morphTargetInfluences) shapes.push({ weights: morphTargetInfluences, index, values });
    }
  });
  const joint = head.getObjectByName('head');
  const rest = joint?.quaternion.clone();
  const [yaw, pitch, roll] = ['headyaw', 'headpitch', 'headroll'].map((name) => byName.get(name));
  return (time: number) => {
    for (const { weights, index, values } of shapes) weights[index] = valueAt(values, time);
    if (!joint || !rest || !yaw || !pitch || !roll) return;
    joint.quaternion.copy(rest);
    // Angles are in radians, as in files from Live Link Face (docs/results.md).
    joint.rotateY(valueAt(yaw, time));
    joint.rotateX(valueAt(pitch, time));
    joint.rotateZ(valueAt(roll, time));
  };
}
