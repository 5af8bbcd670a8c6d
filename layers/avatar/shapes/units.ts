import { type Assets, addTarget, type Build } from '../human/index.ts';

/** ARKit's shapes from MakeHuman's expression units, by weight. */
const FROM_UNITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  eyeBlinkLeft: { 'eye-left-closure': 1 },
  eyeBlinkRight: { 'eye-right-closure': 1 },
  eyeSquintLeft: { 'eye-left-slit': 0.6 },
  eyeSquintRight: { 'eye-right-slit': 0.6 },
  eyeWideLeft: { 'eye-left-opened-up': 1 },
  eyeWideRight: { 'eye-right-opened-up': 1 },
  browDownLeft: { 'eyebrows-left-down': 1 },
  browDownRight: { 'eyebrows-right-down': 1 },
  browOuterUpLeft: { 'eyebrows-left-extern-up': 1 },
  browOuterUpRight: { 'eyebrows-right-extern-up': 1 },
  browInnerUp: { 'eyebrows-left-inner-up': 1, 'eyebrows-right-inner-up': 1 },
  noseSneerLeft: { 'nose-left-elevation': 1 },
  noseSneerRight: { 'nose-right-elevation': 1 },
  jawOpen: { 'mouth-open': 0.6 },
  mouthFunnel: { 'mouth-protusion': 1 },
  mouthPucker: { 'mouth-pursing': 1 },
};

/** Displacements of the base mesh, metres, for each shape that MakeHuman's expression units give. */
export function unitShapes(assets: Assets, { origin }: Build): Map<string, Float32Array> {
  const shapes = new Map<string, Float32Array>();
  for (const [shape, units] of Object.entries(FROM_UNITS)) {
    const moved = new Float32Array(assets.base.positions.length);
    for (const [unit, weight] of Object.entries(units))
      for (const [people, share] of Object.entries(origin))
        if (share > 0) addTarget(moved, assets.target(`expression/units/${people}/${unit}`), weight * share);
    shapes.set(shape, moved);
  }
  return shapes;
}
