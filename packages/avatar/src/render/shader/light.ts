import { PANORAMA_RANGE as RANGE } from '../panoramas.ts';

/** Lighting and tone mapping shared by all substances. */
export const LIGHT = /* wgsl */ `
// True for a material with a normal map; otherwise the map is not sampled.
override RELIEF: bool = false;

// Filmic tone curve (toe, straight part, shoulder): the factor for one value or for each channel.
fn gain(x: vec3f) -> vec3f {
  return (2.0 * x + 0.15) / (x * (1.9 * x + 1.1) + 0.2);
}

// Share of the tone curve that keeps the hue, in the dark and less in the light. A curve for each channel saturates shadows
// and turns bright skin yellow, but one for all channels keeps highlights from turning white.
const KEEPS_HUE = vec2f(0.7, 0.4);

// Tone curve with the display encoding.
fn expose(color: vec3f) -> vec4f {
  let x = color * frame.camera.w;
  let light = dot(x, vec3f(0.3, 0.55, 0.15));
  let alike = gain(vec3f(light));
  return vec4f(sqrt(clamp(x * mix(gain(x), alike, max(KEEPS_HUE.x - KEEPS_HUE.y * light * light, 0.0)), vec3f(0), vec3f(1))), 1.0);
}

fn decode(sampled: vec4f) -> vec3f {
  return sampled.rgb * sampled.rgb * material.tint.rgb;
}

// Specular lobes: spherical Gaussians about the half vector, by the cosine between it and the normal.
fn lobesOf(nh: f32, roughness: vec2f) -> vec2f {
  let a = roughness * roughness;
  let a2 = a * a;
  return exp2(2.885 / a2 * (nh - 1.0)) / (3.1416 * a2 * (roughness + 0.5));
}

// Schlick's Fresnel term.
fn fresnelOf(lh: f32, base: f32) -> f32 {
  let turn = 1.0 - lh;
  let turn2 = turn * turn;
  return base + (1.0 - base) * turn2 * turn2 * turn;
}

// A light's specular highlight.
fn highlight(n: vec3f, v: vec3f, l: vec3f, roughness: f32, base: f32) -> f32 {
  let h = normalize(l + v);
  let lh = max(dot(l, h), 0.08);
  let lobe = lobesOf(max(dot(n, h), 0.0), vec2f(roughness)).x;
  return lobe * fresnelOf(lh, base) * max(dot(n, l), 0.0) / (4.0 * lh * lh);
}

// The panorama's radiance in a world direction.
fn mirror(direction: vec3f) -> vec3f {
  let rows = &frame.toPanorama;
  let there = vec3f(dot((*rows)[0].xyz, direction), dot((*rows)[1].xyz, direction), dot((*rows)[2].xyz, direction));
  let at = vec2f(atan2(there.x, there.z) / 6.28319 + 0.5, acos(clamp(there.y, -1.0, 1.0)) / 3.14159);
  let root = textureSampleLevel(panorama, wrapped, at, 0.0).rgb;
  return root * root * (${RANGE} * (*rows)[0].w);
}

fn bump(tangent: vec4f, n: vec3f, relief: vec4f) -> vec3f {
  let slope = relief.xy * 2.0 - 1.0;
  let across = cross(n, tangent.xyz) * tangent.w;
  return normalize(n + tangent.xyz * slope.x - across * slope.y);
}
`;
