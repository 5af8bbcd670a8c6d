import { LIP_STATIONS } from '../lips.ts';

/** Skin: subsurface scattering, two specular lobes, folds made by expressions, and light through thin parts. */
export const SKIN = /* wgsl */ `
// Specular strength as a function of roughness, fitted to the actors' textures.
const SMOOTH_STRENGTH = 0.633;
const ROUGH_STRENGTH = 0.4;
// Specular lobes: roughness of the smooth one relative to the broad one, shares of both, reflectance seen from in front.
const SMOOTH_LOBE = 0.61;
const LOBES = vec2f(1.75, 0.42);
const BASE = 0.034;
// Depth of a fold, meters, and share of red, green, and blue that it absorbs.
const FOLD_DEPTH = 0.0008;
const FOLD_SHADE = vec3f(0.34, 0.46, 0.48);
// Share of light from behind that shows through thin parts such as ears: blood absorbs all but red.
const THROUGH = vec3f(0.06, 0.02, 0.013);

// Height of a mouth opening at which lips stop hiding each other, meters; share of the hidden light that then reaches them.
const PARTED = 0.006;
const PARTED_LIGHT = 0.65;
// Share of the key light that skin reflects onto the inside of parted lips and their shaded corners, by color; distance behind the lips'
// edges over which it halves, and its reach from a corner, meters.
const INSIDE = vec3f(0.14, 0.075, 0.066);
const INSIDE_HALVED = 0.003;
const CORNER_REACH = 0.0045;
const MOUTH_STEPS = ${LIP_STATIONS - 1}.0;

// Degree to which a point belongs to lips that touch at rest, which receive more light once they part.
fn partedAt(at: vec3f) -> f32 {
  let up = at.y - frame.face.x - frame.face.z;
  let lips = smoothstep(0.036, 0.028, abs(at.x)) * smoothstep(0.014, 0.008, abs(up));
  return lips * smoothstep(0.0, PARTED, frame.mouth.z);
}

// Tilts a normal toward the slope of a height map, whose changes from pixel to pixel are known.
fn fold(n: vec3f, toCamera: vec3f, height: f32) -> vec3f {
  let right = -dpdx(toCamera);
  let down = -dpdy(toCamera);
  let slope = right * (dpdx(height) / max(dot(right, right), 1e-12)) + down * (dpdy(height) / max(dot(down, down), 1e-12));
  let steep = length(slope);
  return normalize(n - slope * min(1.0, 0.9 / max(steep, 1e-6)));
}

// Packed, because every vector costs a triangle the same, however full it is.
struct Face {
  @builtin(position) place: vec4f,
  // Normal; curvature.
  @location(0) normal: vec4f,
  @location(1) tangent: vec4f,
  // From the surface to the camera; how far expressions fold the skin.
  @location(2) toCamera: vec4f,
  // Light that the relief hardly changes; share of the key light that arrives.
  @location(3) light: vec4f,
  // Reflection of the surroundings; share of the rim light that arrives.
  @location(4) around: vec4f,
  // Texture; strength of the key light's highlight without its lobes.
  @location(5) uv: vec3f,
}

// The mesh is fine enough to compute slowly changing light per vertex.
@vertex fn placeSkin(vertex: Vertex) -> Face {
  var in = vertex;
  let parted = partedAt(in.position);
  let hiddenAtRest = 1.0 - in.light.x;
  in.light.x = mix(in.light.x, 1.0, PARTED_LIGHT * parted);
  let skin = skinOf(in);
  let at = stand(in, skin);
  let toCamera = frame.camera.xyz - at.world;
  let v = normalize(toCamera);
  let n = at.normal;
  let key = frame.keyDirection.xyz;
  let rim = frame.rimDirection.xyz;
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let grazing3 = grazing * grazing * grazing;
  let rimShare = in.light.z * smoothstep(0.25, 0.75, in.light.x);
  let edge = max(dot(n, rim) + 0.15, 0.0) * (0.12 + 0.5 * grazing3) * rimShare;
  let through = smoothstep(0.9, 1.0, in.light.w) * max(0.25 - dot(n, rim), 0.0);
  // Below the jaw, the neck blocks reflections.
  let hidden = smoothstep(0.75, 0.1, -n.y);
  var inside = 0.0;
  if (parted > 0.0) {
    let lips = lipsAt(in.position.x);
    let aside = abs(in.position.x - frame.mouth.x - 0.5 * MOUTH_STEPS / frame.mouth.y) - 0.5 * MOUTH_STEPS / frame.mouth.y;
    let corner = smoothstep(CORNER_REACH, 0.0, length(vec2f(aside, in.position.y - lips.x)));
    let near = exp2(-max(lips.z - in.position.z, 0.0) / INSIDE_HALVED);
    inside = parted * near * max(hiddenAtRest, corner * (1.0 - in.light.y * max(dot(n, key), 0.0)));
  }
  let h = normalize(key + v);
  let lh = max(dot(key, h), 0.08);
  var out: Face;
  out.place = frame.viewProjection * vec4f(at.world, 1);
  out.normal = vec4f(n, in.light.w);
  out.tangent = vec4f((skin * vec4f(in.tangent.xyz, 0)).xyz, in.tangent.w);
  out.toCamera = vec4f(toCamera, foldsAt(in.position));
  out.light = vec4f(at.ambient + frame.rimColor.rgb * (edge + through * THROUGH) + frame.keyColor.rgb * (inside * INSIDE), in.light.y);
  out.around = vec4f(irradianceAt(reflect(-v, n)) * in.light.x * hidden * (0.022 + 0.22 * grazing3), rimShare);
  out.uv = vec3f(in.uv, fresnelOf(lh, BASE) / (4.0 * lh * lh));
  return out;
}

@fragment fn skin(in: Face) -> @location(0) vec4f {
  let sampled = textureSample(colorMap, filtered, in.uv.xy);
  var albedo = decode(sampled);
  let smoothNormal = normalize(in.normal.xyz);
  var n = smoothNormal;
  // Distant skin does not have a normal map. Roughness is in the alpha of the color, and smooth skin has the stronger highlight.
  var sheen = vec2f(sampled.a, SMOOTH_STRENGTH - ROUGH_STRENGTH * sampled.a);
  if (RELIEF) {
    let relief = textureSample(reliefMap, filtered, in.uv.xy);
    n = bump(in.tangent, smoothNormal, relief);
    sheen = relief.zw;
    // The alpha of the color has the depth of folds.
    let depth = (1.0 - sampled.a) * in.toCamera.w;
    n = fold(n, in.toCamera.xyz, -FOLD_DEPTH * depth);
    albedo *= 1.0 - FOLD_SHADE * depth;
  }
  let v = normalize(in.toCamera.xyz);
  let key = frame.keyDirection.xyz;
  let h = normalize(key + v);
  // Subsurface scattering is widest in red and where the skin is curved (a fit of Penner's pre-integrated lookup): red
  // uses the smooth normal and wraps the farthest.
  let wrap = vec3f(0.46, 0.20, 0.13) * (0.55 + 0.9 * in.normal.w);
  let direct = dot(n, key);
  let facing = mix(vec3f(dot(smoothNormal, key)), vec3f(direct), vec3f(0.45, 0.75, 0.9));
  let wrapped = clamp((facing + wrap) / (1.0 + wrap), vec3f(0), vec3f(1));
  let shadow = in.light.w;
  let root = sqrt(shadow);
  let soft = mix(vec3f(shadow), vec3f(root), vec3f(0.45, 0.2, 0.08));
  let light = in.light.rgb + frame.keyColor.rgb * wrapped * wrapped * 0.92 * soft;
  let roughness = clamp(sheen.x * material.surface.x * 1.8, 0.2, 1.0);
  // Hair painted on the scalp does not have a highlight.
  let strength = sheen.y * material.surface.w * smoothstep(0.03, 0.12, albedo.r);
  let lobes = lobesOf(max(dot(n, h), 0.0), roughness * vec2f(1.0, SMOOTH_LOBE));
  var gloss = frame.keyColor.rgb * (dot(lobes, LOBES) * in.uv.z * max(direct, 0.0) * shadow) + in.around.rgb;
  if (in.around.w > 0.0) {
    gloss += frame.rimColor.rgb * (in.around.w * highlight(n, v, frame.rimDirection.xyz, roughness, 0.04));
  }
  return expose(albedo * light + gloss * strength);
}
`;
