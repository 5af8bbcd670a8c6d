/** Teeth and tongue. */
export const MOUTH = /* wgsl */ `
@fragment fn wet(in: Point) -> @location(0) vec4f {
  let albedo = decode(textureSample(colourMap, filtered, in.uv));
  let n = normalize(in.normal);
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  let shade = in.light.w;
  let facing = max(dot(n, key) * 0.65 + 0.35, 0.0);
  let light = in.light.rgb + frame.keyColour.rgb * facing * 0.7 * shade;
  let gloss = frame.keyColour.rgb * highlight(n, v, key, max(material.surface.x, 0.22), 0.04) * shade * material.surface.w;
  return expose(albedo * light + gloss * 0.6);
}
`;
