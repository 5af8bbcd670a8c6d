/** Eyes: a wet ball in the shadow of its lid. */
export const EYE = /* wgsl */ `
@fragment fn eye(in: Point) -> @location(0) vec4f {
  let albedo = decode(textureSample(colourMap, filtered, in.uv));
  let n = normalize(in.normal);
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  let world = frame.camera.xyz - in.toCamera;
  let lid = select(frame.lids.y, frame.lids.x, world.x > frame.lids.z);
  let facesCamera = dot(n, v);
  // Shadow of the upper lid, and darkening towards the corners.
  let shade = (0.42 + 0.58 * smoothstep(0.0005, 0.0055, lid - world.y)) * mix(0.3, 1.0, smoothstep(0.62, 0.9, facesCamera));
  let facing = max(dot(n, key) * 0.6 + 0.4, 0.0);
  let light = (in.light.rgb * 0.8 + frame.keyColour.rgb * facing * 0.6) * shade;
  // The cornea reflects a soft box and, faintly, the room.
  let mirrored = reflect(-v, n);
  let window = smoothstep(0.94, 0.965, dot(mirrored, key)) * 1.5;
  let room = frame.sky.rgb * (0.02 + 0.05 * max(mirrored.y, 0.0));
  return expose(albedo * light + frame.keyColour.rgb * window * mix(0.35, 1.0, shade) + room);
}
`;
