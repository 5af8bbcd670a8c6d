/** Cloth, front and back faces. */
export const CLOTH = /* wgsl */ `
@fragment fn cloth(in: Point, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  let sampled = textureSample(colorMap, filtered, in.uv);
  if (sampled.a < material.surface.y) { discard; }
  let albedo = decode(sampled);
  // The inside of a collar: flip the normal and keep a minimum of light from the front.
  let side = select(-1.0, 1.0, front);
  var n = normalize(in.normal);
  if (RELIEF) { n = bump(in.tangent, n, textureSample(reliefMap, filtered, in.uv)); }
  n *= side;
  let v = normalize(in.toCamera);
  let shadow = select(max(in.light.w, 0.45), in.light.w, front);
  let key = max(dot(n, frame.keyDirection.xyz) * 0.85 + 0.15, 0.0) * shadow;
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let rim = max(dot(n, frame.rimDirection.xyz), 0.0) * (0.15 + 0.5 * grazing * grazing);
  let light = in.light.rgb * (1.0 + 0.25 * grazing * grazing) + frame.keyColor.rgb * key + frame.rimColor.rgb * rim;
  // Fibers that stand off the cloth catch light where it is seen at an angle.
  let fuzz = grazing * grazing * grazing * 0.035;
  return expose(albedo * light + (in.light.rgb + frame.keyColor.rgb * key) * fuzz);
}
`;
