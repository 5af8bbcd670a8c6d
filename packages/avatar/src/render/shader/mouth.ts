import { LIP_STATIONS } from '../lips.ts';

/** Teeth and tongue. Light from above, below, and the sides depends on the angles at which a point sees the edges of the lips. */
export const MOUTH = /* wgsl */ `
struct Wet {
  @builtin(position) place: vec4f,
  // In the frame of the head at rest.
  @location(0) at: vec3f,
  @location(1) normal: vec3f,
  @location(2) uv: vec2f,
  @location(3) light: vec3f,
}

// Depth behind the lips of light from in front, meters.
const LIP_DEPTH = 0.0015;
// Depth of the incisors behind the middle of the lips' edges; behind it, distance over which light halves on gums and tongue, and on
// enamel, meters: side teeth and the tongue's back recede into the dark.
const FRONT = 0.008;
const FADING = vec2f(0.027, 0.0125);
// Only red light is reflected from cheek to cheek: factors by which green and blue fade faster on enamel.
const FADING_BY_COLOR = vec3f(1.0, 1.45, 1.6);
// Distance from the corners of the mouth where it arrives in full, meters, and its share at the corners, by color: on enamel and on gums,
// which were darker than the cheek behind them.
const CORNER = 0.013;
const CORNERED = vec3f(0.3, 0.19, 0.16);
const CORNERED_GUMS = vec3f(0.55, 0.32, 0.27);
// Height of an opening at which half of the light is reflected further in the mouth, meters.
const HALF_OPEN = 0.012;
// Lips are round and let light through: share of the depth behind them that shades.
const SHADING = 0.6;
// Share of the light that reaches between lips that nearly touch, and enamel between lips that are far apart; that distance, meters.
const NARROW = 0.95;
const OPEN = 1.16;
const WIDE = 0.01;
// Enamel is ivory; it reflects green, which gums and the tongue do not.
const ENAMEL = vec2f(0.2, 0.5);
const WARM = vec3f(1.09, 1.0, 0.9);
// Share of the light that enamel returns, and how much less of a strong light, or teeth behind thin lips would be brighter
// than the face.
const SHARE = 2.84;
const DIMMED = 3.7;
// The upper lip shades the area right below it, where light passes only through its red: distances from its edge, meters, share of the
// light that arrives there, and how much its colors differ.
const UNDER_LIP = vec2f(-0.001, 0.0042);
const LEAST = 0.62;
const REDDENED = vec3f(0.8, 1.0, 1.14);
// Wet surfaces mirror the lower part of the key light, which the upper lip does not hide: share of its height from below; share of mirrored
// light.
const LOW_KEY = -0.25;
const WETNESS = 0.42;
// Light that lips and gums reflect, by color.
const BLUSH = vec3f(0.46, 0.27, 0.24);

@vertex fn placeMouth(in: Vertex) -> Wet {
  let at = stand(in, skinOf(in));
  var out: Wet;
  out.place = frame.viewProjection * vec4f(at.world, 1);
  out.at = in.position;
  out.normal = in.normal;
  out.uv = in.uv;
  out.light = at.ambient;
  return out;
}

// Heights of the upper and lower lip's edges, and their depth.
fn lipsAt(x: f32) -> vec3f {
  let station = clamp((x - frame.mouth.x) * frame.mouth.y, 0.0, ${LIP_STATIONS}.0 - 1.001);
  let k = u32(station);
  return mix(frame.lips[k].xyz, frame.lips[k + 1].xyz, station - f32(k));
}

// Sine of an angle, from its tangent.
fn sine(tangent: f32) -> f32 {
  return tangent * inverseSqrt(1.0 + tangent * tangent);
}

// Share of light from a direction that passes between the lips, with a penumbra that widens with depth.
fn passes(at: vec3f, direction: vec3f, depth: f32, blur: f32) -> f32 {
  let there = at.xy + direction.xy * (depth / max(direction.z, 0.1));
  let lips = lipsAt(there.x);
  let edge = 0.0008 + blur * depth;
  return smoothstep(-edge, edge, lips.x - there.y) * smoothstep(-edge, edge, there.y - lips.y);
}

@fragment fn wet(in: Wet) -> @location(0) vec4f {
  let albedo = decode(textureSample(colorMap, filtered, in.uv));
  let n = normalize(in.normal);
  let v = normalize(frame.mouthCamera.xyz - in.at);
  let key = frame.mouthKey.xyz;
  let lips = lipsAt(in.at.x);
  let depth = SHADING * max(lips.z - in.at.z, 0.0) + LIP_DEPTH;
  let left = frame.mouth.x + ${LIP_STATIONS - 1}.0 / frame.mouth.y;
  let above = sine((lips.x - in.at.y) / depth);
  let below = sine((in.at.y - lips.y) / depth);
  let aside = 0.5 * (sine((in.at.x - frame.mouth.x) / depth) + sine((left - in.at.x) / depth));
  let slit = 1.2 * clamp(0.6 * above + 0.4 * below, 0.0, 1.0) * max(aside, 0.0);
  let lit = passes(in.at, key, depth, 0.35) * max(dot(n, key) * 0.6 + 0.4, 0.0);
  let opening = frame.mouth.z / (frame.mouth.z + HALF_OPEN);
  let blush = BLUSH * opening;
  let behind = frame.lips[${LIP_STATIONS >> 1}].z - in.at.z - FRONT;
  let enamel = smoothstep(ENAMEL.x, ENAMEL.y, albedo.g);
  let corner = smoothstep(0.0, CORNER, min(in.at.x - frame.mouth.x, left - in.at.x));
  let fade = exp2(-max(behind, 0.0) / mix(FADING.x, FADING.y, enamel));
  let tinted = exp2(-max(behind, 0.0) / FADING.y * enamel * enamel * enamel * (FADING_BY_COLOR - 1.0));
  let cornered = mix(mix(CORNERED_GUMS, CORNERED, enamel), vec3f(1), corner);
  // Nearly closed lips shade the gap between them.
  let narrow = mix(NARROW, mix(1.0, OPEN, enamel), smoothstep(0.0, WIDE, lips.x - lips.y));
  let under = mix(LEAST, 1.0, smoothstep(UNDER_LIP.x, UNDER_LIP.y, lips.x - in.at.y));
  let arriving = in.light * slit + frame.keyColor.rgb * (lit * 0.34 + blush);
  let light = arriving * (fade * SHARE / (1.0 + DIMMED * arriving.g));
  // Saliva mirrors the light along the reflected ray between the lips.
  let mirrored = reflect(-v, n);
  let seen = passes(in.at, mirrored, depth, 0.5);
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let low = normalize(vec3f(key.x, key.y * LOW_KEY, key.z));
  let gloss = frame.keyColor.rgb * highlight(n, v, low, material.surface.x, 0.04) * (fade * WETNESS)
    + mirror((vec4f(mirrored, 0) * frame.toHead).xyz) * (seen * fade) * (0.03 + 0.3 * grazing * grazing * grazing);
  let shade = pow(vec3f(under), REDDENED) * mix(vec3f(1), WARM, enamel) * cornered * tinted;
  return expose((albedo * light * shade + gloss * (0.6 * cornered.r * under * material.surface.w)) * (frame.mouthKey.w * narrow));
}
`;
