/** Skin: subsurface scattering and specular highlights. */
export const SKIN = /* wgsl */ `
// Specular strength by roughness, fitted to the actors' textures.
const SMOOTH_STRENGTH = 0.633;
const ROUGH_STRENGTH = 0.4;

@fragment fn skin(in: Point) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  let albedo = calm(decode(sampled));
  let smoothNormal = normalize(in.normal);
  var n = smoothNormal;
  // From far away pores are not seen, and how rough the skin is stands beside its colour; what is smooth is the stronger for it.
  var sheen = vec2f(sampled.a, SMOOTH_STRENGTH - ROUGH_STRENGTH * sampled.a);
  if (RELIEF) {
    let relief = textureSample(reliefMap, filtered, in.uv);
    n = bump(in, smoothNormal, relief);
    sheen = relief.zw;
  }
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  // Light that enters the skin comes out elsewhere, red the furthest: red sees the smooth normal, and wraps round the furthest.
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
  // Hair that is painted on the scalp has no sheen.
  let strength = sheen.y * material.surface.w * smoothstep(0.03, 0.12, albedo.r);
  let broad = highlight(n, v, key, roughness, 0.035);
  let sharp = highlight(n, v, key, roughness * 0.62, 0.03);
  let gloss = frame.keyColour.rgb * (broad * 0.7 + sharp * 0.18) * shadow * strength * 2.0
    + in.light.rgb * grazing3 * 0.16 * strength * 2.0
    + rimColour * highlight(n, v, rim, roughness, 0.04) * strength;
  return expose(albedo * light + gloss);
}
`;
