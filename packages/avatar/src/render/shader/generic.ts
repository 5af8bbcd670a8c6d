/** Custom avatars: glTF metallic-roughness under studio lights. The relief map has normal x and y, roughness, and metalness. */
export const GENERIC = /* wgsl */ `
// Alpha below which nothing is blended.
const MIN_ALPHA = 0.02;
// Light beyond the edge of its shadow, by color: skin, cloth, and hair scatter some.
const SCATTERED = vec3f(0.24, 0.16, 0.13);

fn lit(in: Point, sampled: vec4f, front: bool) -> vec3f {
  let albedo = decode(sampled);
  let relief = textureSample(reliefMap, filtered, in.uv);
  var n = normalize(in.normal);
  if (length(in.tangent.xyz) > 0.5) { n = bump(in.tangent, n, relief); }
  n *= select(-1.0, 1.0, front);
  let roughness = clamp(relief.z * material.surface.x, 0.25, 1.0);
  let metallic = relief.w * material.tint.w;
  let base = mix(vec3f(0.04), albedo, metallic);
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  let facing = clamp((vec3f(dot(n, key)) + SCATTERED) / (1.0 + SCATTERED), vec3f(0), vec3f(1));
  let shadow = mix(max(in.light.w, 0.45), in.light.w, f32(front));
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let grazing3 = grazing * grazing * grazing;
  let rim = frame.rimColor.rgb * max(dot(n, frame.rimDirection.xyz) + 0.1, 0.0) * in.surface.x;
  let light = in.light.rgb + frame.keyColor.rgb * facing * facing * 0.92 * shadow + rim * (0.12 + 0.5 * grazing3);
  let around = mix(irradianceAt(reflect(-v, n)), mirror(reflect(-v, n)), (1.0 - roughness) * (1.0 - roughness));
  let fresnel = base + (max(vec3f(1.0 - roughness), base) - base) * grazing3 * grazing * grazing;
  let gloss = frame.keyColor.rgb * highlight(n, v, key, roughness, 1.0) * base * shadow + around * fresnel * in.surface.w;
  return albedo * (1.0 - metallic) * light + gloss;
}

@fragment fn generic(in: Point, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  let sampled = textureSample(colorMap, filtered, in.uv);
  let color = lit(in, sampled, front);
  if (sampled.a < material.surface.y) { discard; }
  return expose(color);
}

// Blended triangles, after all opaque ones.
@fragment fn veil(in: Point, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  let sampled = textureSample(colorMap, filtered, in.uv);
  let color = lit(in, sampled, front);
  if (sampled.a < MIN_ALPHA || sampled.a >= material.surface.z) { discard; }
  return vec4f(expose(color).rgb, sampled.a);
}
`;
