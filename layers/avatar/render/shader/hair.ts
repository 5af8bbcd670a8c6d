/** Alpha below which nothing of a wisp is seen. */
export const FAINTEST = 0.04;

/** Hair, brows and lashes. */
export const HAIR = /* wgsl */ `
const FAINTEST = ${FAINTEST};

// Where strands come from, as seen from the middle of the head.
const CROWN = vec3f(0.05, 0.86, -0.5);

// Hair shines in a band across its strands. They are taken to run down from the crown: textures lay their panels each in another
// way, and the shine would break where two meet.
fn strands(in: Point, sampled: vec4f) -> vec3f {
  let albedo = decode(sampled);
  let v = normalize(in.toCamera);
  // Hair is a volume: what turns away from the camera is lit as its edge is.
  let out = normalize(in.normal);
  let n = normalize(out - v * min(dot(out, v), 0.0));
  let strand = normalize(CROWN - n * dot(n, CROWN));
  let key = frame.keyDirection.xyz;
  let h = normalize(key + v);
  let th = dot(strand, h);
  let across = max(1.0 - th * th, 0.0);
  let across8 = across * across * across * across * across * across * across * across;
  let band = across8 * across8 * across8;
  let facing = max(dot(n, key) * 0.6 + 0.4, 0.0);
  let shade = in.light.w;
  let rim = max(dot(n, frame.rimDirection.xyz) * 0.7 + 0.3, 0.0);
  let light = in.light.rgb + frame.keyColour.rgb * facing * 0.75 * shade + frame.rimColour.rgb * rim * 0.3;
  let tone = sqrt(albedo);
  let gloss = frame.keyColour.rgb * (band * 0.05 + across8 * 0.06 * tone) * shade * facing * material.surface.w * 5.0 * (1.0 - material.surface.x)
    + frame.rimColour.rgb * tone * rim * rim * 0.05;
  return expose(albedo * light + gloss).rgb;
}

@fragment fn hair(in: Point) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  var out = vec4f(0);
  if (sampled.a >= material.surface.y) { out = vec4f(strands(in, sampled), 1.0); } else { discard; }
  return out;
}

// The blended edges, over all that is solid.
@fragment fn wisps(in: Point) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  var out = vec4f(0);
  if (sampled.a >= FAINTEST && sampled.a < material.surface.z) {
    out = vec4f(strands(in, sampled), sampled.a);
  } else {
    discard;
  }
  return out;
}
`;
