/** Skin: subsurface scattering and specular highlights. */
export const SKIN = /* wgsl */ `
// Specular strength as a function of roughness, fitted to the actors' textures.
const SMOOTH_STRENGTH = 0.633;
const ROUGH_STRENGTH = 0.4;

@fragment fn skin(in: Point) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  let albedo = calm(decode(sampled));
  let smoothNormal = normalize(in.normal);
  var n = smoothNormal;
  // Distant skin: no normal map; roughness is in the alpha of the colour, and smooth skin has the stronger highlight.
  var sheen = vec2f(sampled.a, SMOOTH_STRENGTH - ROUGH_STRENGTH * sampled.a);
  if (RELIEF) {
    let relief = textureSample(reliefMap, filtered, in.uv);
    n = bump(in, smoothNormal, relief);
    sheen = relief.zw;
  }
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  // Subsurface scattering is widest in red: red uses the smooth normal and wraps the farthest.
  let wrap = vec3f(0.40, 0.20, 0.14);
  let facing = mix(vec3f(dot(smoothNormal, key)), vec3f(dot(n, key)), vec3f(0.45, 0.75, 0.9));
  let wrapped = clamp((facing + wrap) / (1.0 + wrap), vec3f(0), vec3f(1));
  let shadow = in.light.w;
  let soft = vec3f(sqrt(shadow), mix(shadow, sqrt(shadow), 0.35), shadow);
  let rim = frame.rimDirection.xyz;
  let rimColour = frame.rimColour.rgb * in.rim;
  let edge = max(dot(n, rim) + 0.15, 0.0);
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let grazing3 = grazing * grazing * grazing;
  var light = in.light.rgb + frame.keyColour.rgb * wrapped * wrapped * 0.92 * soft + rimColour * edge * (0.12 + 0.5 * grazing3);
  let roughness = clamp(sheen.x * material.surface.x * 2.0, 0.2, 1.0);
  // Hair painted on the scalp has no highlight.
  let strength = sheen.y * material.surface.w * smoothstep(0.03, 0.12, albedo.r);
  let broad = highlight(n, v, key, roughness, 0.035);
  let sharp = highlight(n, v, key, roughness * 0.62, 0.03);
  let gloss = frame.keyColour.rgb * (broad * 0.7 + sharp * 0.18) * shadow * strength * 2.0
    + in.light.rgb * grazing3 * 0.16 * strength * 2.0
    + rimColour * highlight(n, v, rim, roughness, 0.04) * strength;
  return expose(albedo * light + gloss);
}
`;
