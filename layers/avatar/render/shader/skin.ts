/** Skin: subsurface scattering, two specular lobes, folds that expressions make, light through thin parts. */
export const SKIN = /* wgsl */ `
// Specular strength as a function of roughness, fitted to the actors' textures.
const SMOOTH_STRENGTH = 0.633;
const ROUGH_STRENGTH = 0.4;
// Specular lobes: roughness of the smooth one relative to the broad one, shares of both, reflectance seen from in front.
const SMOOTH_LOBE = 0.61;
const LOBES = vec2f(1.75, 0.55);
const BASE = 0.034;
// Depth of a fold, metres, and share of red, green and blue that it absorbs.
const FOLD_DEPTH = 0.0008;
const FOLD_SHADE = vec3f(0.34, 0.46, 0.48);
// Share of light from behind that shows through thin parts such as ears: blood absorbs all but red.
const THROUGH = vec3f(0.2, 0.035, 0.018);

// Tilts a normal towards the slope of a height map, whose changes from pixel to pixel are known.
fn fold(n: vec3f, toCamera: vec3f, height: f32) -> vec3f {
  let right = -dpdx(toCamera);
  let down = -dpdy(toCamera);
  let slope = right * (dpdx(height) / max(dot(right, right), 1e-12)) + down * (dpdy(height) / max(dot(down, down), 1e-12));
  let steep = length(slope);
  return normalize(n - slope * min(1.0, 0.9 / max(steep, 1e-6)));
}

@fragment fn skin(in: Point) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  var albedo = decode(sampled);
  let smoothNormal = normalize(in.normal);
  var n = smoothNormal;
  let curvature = in.surface.y;
  // Distant skin: no normal map; roughness is in the alpha of the colour, and smooth skin has the stronger highlight.
  var sheen = vec2f(sampled.a, SMOOTH_STRENGTH - ROUGH_STRENGTH * sampled.a);
  if (RELIEF) {
    let relief = textureSample(reliefMap, filtered, in.uv);
    n = bump(in, smoothNormal, relief);
    sheen = relief.zw;
    // The alpha of the colour has the depth of folds.
    let depth = (1.0 - sampled.a) * in.surface.z;
    n = fold(n, in.toCamera, -FOLD_DEPTH * depth);
    albedo *= 1.0 - FOLD_SHADE * depth;
  }
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  // Subsurface scattering is widest in red and where the skin is curved (a fit of Penner's pre-integrated lookup): red
  // uses the smooth normal and wraps the farthest.
  let wrap = vec3f(0.46, 0.20, 0.13) * (0.55 + 0.9 * curvature);
  let facing = mix(vec3f(dot(smoothNormal, key)), vec3f(dot(n, key)), vec3f(0.45, 0.75, 0.9));
  let wrapped = clamp((facing + wrap) / (1.0 + wrap), vec3f(0), vec3f(1));
  let shadow = in.light.w;
  let soft = vec3f(sqrt(shadow), mix(shadow, sqrt(shadow), 0.35), shadow);
  let rim = frame.rimDirection.xyz;
  let rimColour = frame.rimColour.rgb * in.surface.x;
  let edge = max(dot(n, rim) + 0.15, 0.0);
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let grazing3 = grazing * grazing * grazing;
  let behind = smoothstep(0.82, 1.0, curvature) * max(0.25 - dot(smoothNormal, rim), 0.0);
  let light = in.light.rgb + frame.keyColour.rgb * wrapped * wrapped * 0.92 * soft + rimColour * edge * (0.12 + 0.5 * grazing3)
    + frame.rimColour.rgb * behind * THROUGH;
  let roughness = clamp(sheen.x * material.surface.x * 1.8, 0.2, 1.0);
  // Hair painted on the scalp has no highlight.
  let strength = sheen.y * material.surface.w * smoothstep(0.03, 0.12, albedo.r);
  let mirrored = highlights(n, v, key, roughness * vec2f(1.0, SMOOTH_LOBE), LOBES, BASE);
  // Below the jaw, the neck hides what skin would mirror.
  let hidden = smoothstep(0.75, 0.1, -smoothNormal.y);
  let around = irradianceAt(reflect(-v, n)) * in.surface.w * hidden * (0.022 + 0.22 * grazing3);
  let gloss = frame.keyColour.rgb * mirrored * shadow * strength
    + around * strength
    + rimColour * highlight(n, v, rim, roughness, 0.04) * strength;
  return expose(albedo * light + gloss);
}
`;
