/** Alpha below which blended edges of hair are invisible. */
export const FAINTEST = 0.04;

/** Hair, brows and lashes. */
export const HAIR = /* wgsl */ `
const FAINTEST = ${FAINTEST};

// Where strands come from, as seen from the middle of the head.
const CROWN = vec3f(0.05, 0.86, -0.5);

// What is left to do for each pixel is to multiply: the texture's colours by the light, its tones by the shine.
struct Lock {
  @builtin(position) place: vec4f,
  @location(0) uv: vec2f,
  @location(1) light: vec3f,
  // On top of the strands, and that which takes their tone.
  @location(2) shine: vec3f,
  @location(3) sheen: vec3f,
}

// Hair shines in a band across its strands. They are taken to run down from the crown: textures lay their panels each in another
// way, and the shine would break where two meet.
@vertex fn placeHair(in: Vertex) -> Lock {
  let at = stand(in, skinOf(in));
  let v = normalize(frame.camera.xyz - at.world);
  // Hair is a volume: what turns away from the camera is lit as its edge is.
  let n = normalize(at.normal - v * min(dot(at.normal, v), 0.0));
  let strand = normalize(CROWN - n * dot(n, CROWN));
  let key = frame.keyDirection.xyz;
  let h = normalize(key + v);
  let th = dot(strand, h);
  let across = max(1.0 - th * th, 0.0);
  let across8 = across * across * across * across * across * across * across * across;
  let band = across8 * across8 * across8;
  let facing = max(dot(n, key) * 0.6 + 0.4, 0.0);
  let shade = in.light.y;
  let rim = max(dot(n, frame.rimDirection.xyz) * 0.7 + 0.3, 0.0);
  let light = at.ambient + frame.keyColour.rgb * facing * 0.75 * shade + frame.rimColour.rgb * rim * 0.3;
  let gloss = frame.keyColour.rgb * shade * facing * material.surface.w * 5.0 * (1.0 - material.surface.x);
  var out: Lock;
  out.place = frame.viewProjection * vec4f(at.world, 1);
  out.uv = in.uv;
  out.light = light * material.tint.rgb;
  out.shine = gloss * band * 0.05;
  out.sheen = (gloss * across8 * 0.06 + frame.rimColour.rgb * rim * rim * 0.05) * sqrt(material.tint.rgb);
  return out;
}

fn strands(in: Lock, tone: vec3f) -> vec3f {
  return expose((tone * in.light + in.sheen) * tone + in.shine).rgb;
}

@fragment fn hair(in: Lock) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  if (sampled.a < material.surface.y) { discard; }
  return vec4f(strands(in, sampled.rgb), 1.0);
}

// The blended edges, over all that is solid.
@fragment fn wisps(in: Lock) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  if (sampled.a < FAINTEST || sampled.a >= material.surface.z) { discard; }
  return vec4f(strands(in, sampled.rgb), sampled.a);
}
`;
