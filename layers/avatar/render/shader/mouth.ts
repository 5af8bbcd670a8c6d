/** Teeth and tongue. */
export const MOUTH = /* wgsl */ `
@fragment fn wet(in: Point) -> @location(0) vec4f {
  let albedo = decode(textureSample(colourMap, filtered, in.uv));
  let n = normalize(in.normal);
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  let shade = in.light.w;
  // Deep in the mouth there is only light reflected by lips and gums.
  let deep = smoothstep(0.0, 0.5, shade);
  let within = mix(vec3f(0.12, 0.06, 0.05), vec3f(1.0), deep);
  let facing = max(dot(n, key) * 0.5 + 0.5, 0.0);
  let light = in.light.rgb * within + frame.keyColour.rgb * facing * 0.7 * shade;
  let gloss = frame.keyColour.rgb * highlight(n, v, key, max(material.surface.x, 0.22), 0.04) * shade * material.surface.w;
  return expose(albedo * light + gloss * 0.6);
}
`;
