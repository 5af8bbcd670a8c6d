import { LID_STATIONS } from '../lids.ts';
import { LIP_STATIONS } from '../lips.ts';

/** Uniforms, vertex formats, and the vertex shader. */
export const SCENE = /* wgsl */ `
struct Frame {
  viewProjection: mat4x4f,
  // From world space to the head's space at rest.
  toHead: mat4x4f,
  // Position of the camera; exposure.
  camera: vec4f,
  keyDirection: vec4f,
  keyColor: vec4f,
  rimDirection: vec4f,
  rimColor: vec4f,
  // Light from all around on a surface, by its normal: polynomials of spherical harmonics.
  irradiance: array<vec4f, 9>,
  // Rows of the rotation from the world to the panorama; factor for its radiance.
  toPanorama: array<vec4f, 3>,
  // In the frame of the head at rest: position of the camera; direction of the key light, factor for the light in the mouth.
  mouthCamera: vec4f,
  mouthKey: vec4f,
  // Right corner of the mouth (x), stations per meter, height of the opening; factor for the light on the whites of the eyes.
  mouth: vec4f,
  // Heights of the upper and lower lip's edges and their depth, from the right corner of the mouth to the left.
  lips: array<vec4f, ${LIP_STATIONS}>,
  // Centers of the left and right eye at rest; radius.
  eyes: array<vec4f, 2>,
  // Directions of their irises at rest.
  axes: array<vec4f, 2>,
  // Direction of the box that the eyes mirror.
  box: vec4f,
  // Left and right eye: right corner (x), stations per meter; then the heights of the upper and lower lid's edges.
  lids: array<vec4f, ${2 * (LID_STATIONS + 1)}>,
  // Height of the eyes, half their distance, height of the mouth above the eyes, at rest; weight of the chin's fold.
  face: vec4f,
  // Weights of the folds of raised brows, drawn brows, narrowed eyes, smile.
  folds: vec4f,
  joints: array<mat4x4f, 8>,
}

struct Material {
  tint: vec4f,
  // Roughness; minimum alpha; alpha at which the blended pass starts to discard; specular strength.
  surface: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var panorama: texture_2d<f32>;
@group(0) @binding(2) var wrapped: sampler;
@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var colorMap: texture_2d<f32>;
// Normal in red and green, roughness in blue, specular strength in alpha: one sample instead of two.
@group(1) @binding(2) var reliefMap: texture_2d<f32>;
@group(1) @binding(3) var filtered: sampler;

struct Vertex {
  @location(0) position: vec3f,
  @location(1) normal: vec3f,
  @location(2) uv: vec2f,
  @location(3) tangent: vec4f,
  @location(4) light: vec4f,
  @location(5) joints: vec4u,
  @location(6) weights: vec4f,
}

struct Point {
  @builtin(position) place: vec4f,
  @location(0) normal: vec3f,
  @location(1) tangent: vec4f,
  @location(2) toCamera: vec3f,
  // Share of the rim light that arrives (none reaches folds); curvature of skin; how far expressions fold it; openness.
  @location(5) surface: vec4f,
  @location(3) uv: vec2f,
  // Ambient and fill light; share of the key light that arrives.
  @location(4) light: vec4f,
}

struct Stand {
  world: vec3f,
  normal: vec3f,
  // Ambient and fill light.
  ambient: vec3f,
}

fn skinOf(in: Vertex) -> mat4x4f {
  return frame.joints[in.joints.x] * in.weights.x + frame.joints[in.joints.y] * in.weights.y
    + frame.joints[in.joints.z] * in.weights.z + frame.joints[in.joints.w] * in.weights.w;
}

fn irradianceAt(n: vec3f) -> vec3f {
  let e = &frame.irradiance;
  let sum = (*e)[0].rgb + (*e)[1].rgb * n.y + (*e)[2].rgb * n.z + (*e)[3].rgb * n.x + (*e)[4].rgb * (n.x * n.y)
    + (*e)[5].rgb * (n.y * n.z) + (*e)[6].rgb * (n.z * n.z) + (*e)[7].rgb * (n.x * n.z) + (*e)[8].rgb * (n.x * n.x - n.y * n.y);
  return max(sum, vec3f(0));
}

// Share of light that remains deep in a hollow, whose walls are in its shadow too.
const SHADED = 0.55;
// Light that skin reflects into creases, by color.
const CREASE = vec3f(0.09, 0.056, 0.05);

fn stand(in: Vertex, skin: mat4x4f) -> Stand {
  let world = (skin * vec4f(in.position, 1)).xyz;
  let normal = normalize((skin * vec4f(in.normal, 0)).xyz);
  let open = in.light.x;
  let closed = 1.0 - open;
  return Stand(world, normal, irradianceAt(normal) * open * mix(SHADED, 1.0, open) + closed * closed * CREASE);
}

// Amount by which the muscles below a point of the face fold its skin.
fn foldsAt(at: vec3f) -> f32 {
  let aside = abs(at.x);
  let up = at.y - frame.face.x;
  let mouth = frame.face.z;
  let forehead = smoothstep(0.020, 0.028, up);
  let frown = smoothstep(0.018, 0.012, aside) * smoothstep(0.002, 0.008, up) * smoothstep(0.026, 0.022, up);
  let corner = smoothstep(0.004, 0.012, aside - frame.face.y) * smoothstep(0.028, 0.018, abs(up));
  let cheek = smoothstep(0.012, 0.016, aside) * smoothstep(-0.014, -0.024, up) * smoothstep(mouth - 0.018, mouth - 0.008, up);
  let chin = smoothstep(0.024, 0.016, aside) * smoothstep(mouth - 0.006, mouth - 0.011, up);
  let folds = frame.folds;
  return clamp(forehead * folds.x * 0.6 + frown * folds.y + corner * folds.z + cheek * folds.w + chin * frame.face.w, 0.0, 1.0);
}

@vertex fn place(in: Vertex) -> Point {
  let skin = skinOf(in);
  let at = stand(in, skin);
  var out: Point;
  out.place = frame.viewProjection * vec4f(at.world, 1);
  out.normal = at.normal;
  out.tangent = vec4f((skin * vec4f(in.tangent.xyz, 0)).xyz, in.tangent.w);
  out.toCamera = frame.camera.xyz - at.world;
  out.surface = vec4f(in.light.z * smoothstep(0.25, 0.75, in.light.x), in.light.w, foldsAt(in.position), in.light.x);
  out.uv = in.uv;
  out.light = vec4f(at.ambient, in.light.y);
  return out;
}
`;

/** Size of the `Frame` uniform, in floats. */
export const FRAME_FLOATS = 2 * 16 + 4 * (5 + 9 + 3 + 3 + LIP_STATIONS + 2 + 2 + 1 + 2 * (LID_STATIONS + 1) + 2) + 8 * 16;
