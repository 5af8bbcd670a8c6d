/** Alpha below which blended edges of hair are invisible. */
export const FAINTEST = 0.04;

/** Hair, brows and lashes. */
export const HAIR = /* wgsl */ `
const FAINTEST = ${FAINTEST};

// Direction of the crown from the centre of the head.
const CROWN = vec3f(0.05, 0.86, -0.5);

// Lighting per vertex, so that each pixel only multiplies: texture colour by light, texture tone by sheen.
struct Lock {
  @builtin(position) place: vec4f,
  @location(0) uv: vec2f,
  @location(1) light: vec3f,
  // Specular lobes: white (shine), and tinted by the texture's tone (sheen).
  @location(2) shine: vec3f,
  @location(3) sheen: vec3f,
}

// Hair has a specular band across its strands. The strands are assumed to run down from the crown: their direction in the
// texture differs between cards, and the band would break where two cards meet.
@vertex fn placeHair(in: Vertex) -> Lock {
  let at = stand(in, skinOf(in));
  let v = normalize(frame.camera.xyz - at.world);
  // Hair is a volume: surfaces that face away from the camera are lit like its silhouette.
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

// Blended edges, rendered after all opaque triangles.
@fragment fn wisps(in: Lock) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  if (sampled.a < FAINTEST || sampled.a >= material.surface.z) { discard; }
  return vec4f(strands(in, sampled.rgb), sampled.a);
}
`;
