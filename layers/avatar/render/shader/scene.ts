import { LIP_STATIONS } from '../lips.ts';

/** Uniforms, vertex formats and the vertex shader. */
export const SCENE = /* wgsl */ `
struct Frame {
  viewProjection: mat4x4f,
  // Position of the camera; exposure.
  camera: vec4f,
  keyDirection: vec4f,
  keyColour: vec4f,
  fillDirection: vec4f,
  fillColour: vec4f,
  rimDirection: vec4f,
  rimColour: vec4f,
  sky: vec4f,
  ground: vec4f,
  // Heights of the upper lid edges (left, right) for the lid shadow, and the x between the eyes; world metres.
  lids: vec4f,
  // In the frame of the head at rest: position of the camera, direction of the key light.
  mouthCamera: vec4f,
  mouthKey: vec4f,
  // Right corner of the mouth (x), stations per metre, height of the opening; factor for the light in the mouth.
  mouth: vec4f,
  // Heights of the upper and lower lip's edges and their depth, from the right corner of the mouth to the left.
  lips: array<vec4f, ${LIP_STATIONS}>,
  joints: array<mat4x4f, 8>,
}

struct Material {
  tint: vec4f,
  // Roughness; least alpha that is kept; alpha from which the blended pass discards; specular strength.
  surface: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var colourMap: texture_2d<f32>;
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
  // Share of the rim light that arrives; none reaches folds.
  @location(5) rim: f32,
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

// Light that skin reflects into creases, by colour.
const CREASE = vec3f(0.12, 0.06, 0.05);

fn stand(in: Vertex, skin: mat4x4f) -> Stand {
  let world = (skin * vec4f(in.position, 1)).xyz;
  let normal = normalize((skin * vec4f(in.normal, 0)).xyz);
  let open = in.light.x;
  let up = normal.y * 0.5 + 0.5;
  let fill = max(dot(normal, frame.fillDirection.xyz) * 0.7 + 0.3, 0.0) * mix(0.35, 1.0, open);
  let blush = (1.0 - open) * (1.0 - open) * CREASE;
  return Stand(world, normal, mix(frame.ground.rgb, frame.sky.rgb, up) * open + frame.fillColour.rgb * fill + blush);
}

@vertex fn place(in: Vertex) -> Point {
  let skin = skinOf(in);
  let at = stand(in, skin);
  var out: Point;
  out.place = frame.viewProjection * vec4f(at.world, 1);
  out.normal = at.normal;
  out.tangent = vec4f((skin * vec4f(in.tangent.xyz, 0)).xyz, in.tangent.w);
  out.toCamera = frame.camera.xyz - at.world;
  out.rim = in.light.z * smoothstep(0.25, 0.75, in.light.x);
  out.uv = in.uv;
  out.light = vec4f(at.ambient, in.light.y);
  return out;
}
`;

/** Size of the uniform `Frame`, floats. */
export const FRAME_FLOATS = 16 + (13 + LIP_STATIONS) * 4 + 8 * 16;
