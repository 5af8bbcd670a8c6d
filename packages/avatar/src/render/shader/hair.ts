/** Alpha below which blended hair edges are invisible. */
export const MIN_STRAND_ALPHA = 0.04;

/** Hair, brows, and lashes. */
export const HAIR = /* wgsl */ `
const FAINTEST = ${MIN_STRAND_ALPHA};

// Added to the level of detail, because strands are finer than pixels and would glitter.
const FINER = 0.35;

// Direction of the crown from the center of the head, where strands of unknown direction are assumed to hang from.
const CROWN = vec3f(0.05, 0.86, -0.5);

// Light on hair without its own shadow. The rest is absorbed on the way to the roots.
const ROOT_LIGHT = 0.3;

// Highlights (Marschner et al. 2003): the white one is mirrored by the cuticle, whose scales tilt it toward the root; the
// tinted one comes from within the strand and is tilted to the tip. Sines of the angles between strand and half vector,
// sharpness, strength.
const MIRRORED = vec3f(-0.08, 60.0, 0.12);
const TINTED = vec3f(0.14, 9.0, 0.16);
// Tilt of a strand that is as much lighter than its neighbors as they are light, because strands are not parallel.
const STRAY = 0.7;

struct Lock {
  @builtin(position) place: vec4f,
  @location(0) uv: vec2f,
  @location(1) light: vec3f,
  // Key light of the white highlight; sine of the angle between strand and half vector.
  @location(2) shine: vec4f,
}

fn lobe(sine: f32, shape: vec3f) -> f32 {
  let off = sine - shape.x;
  return shape.z * exp2(-shape.y * off * off);
}

@vertex fn placeHair(in: Vertex) -> Lock {
  let skin = skinOf(in);
  let at = stand(in, skin);
  let v = normalize(frame.camera.xyz - at.world);
  // Hair is a volume: surfaces that face away from the camera are lit like its silhouette.
  let n = normalize(at.normal - v * min(dot(at.normal, v), 0.0));
  var strand = (skin * vec4f(in.tangent.xyz, 0)).xyz;
  if (dot(strand, strand) < 0.1) { strand = n * dot(n, CROWN) - CROWN; }
  strand = normalize(strand);
  let key = frame.keyDirection.xyz;
  let rimFrom = frame.rimDirection.xyz;
  let deep = mix(ROOT_LIGHT, 1.0, in.light.x);
  let shade = in.light.y * deep;
  // A strand is lit most from its side; the volume around it, from its front.
  let tk = dot(strand, key);
  let facing = max(dot(n, key) * 0.6 + 0.4, 0.0);
  let rim = max(dot(n, rimFrom) * 0.7 + 0.3, 0.0) * in.light.z * deep;
  let light = at.ambient * deep + frame.keyColor.rgb * facing * (0.55 + 0.35 * sqrt(max(1.0 - tk * tk, 0.0))) * shade
    + frame.rimColor.rgb * rim * 0.25;
  let gloss = material.surface.w * 5.0 * (1.0 - material.surface.x);
  var out: Lock;
  out.place = frame.viewProjection * vec4f(at.world, 1);
  out.uv = in.uv;
  let shine = frame.keyColor.rgb * shade * facing * facing * gloss;
  let sine = dot(strand, normalize(key + v));
  // The tinted highlights are broad, so they are computed per vertex. Both are divided by the tone that light is multiplied by.
  let tinted = shine * lobe(sine, TINTED)
    + frame.rimColor.rgb * rim * rim * gloss * lobe(dot(strand, normalize(rimFrom + v)), TINTED);
  out.light = (light + tinted / max(material.tint.w, 0.12)) * material.tint.rgb;
  out.shine = vec4f(shine, sine);
  return out;
}

fn strands(in: Lock, tone: vec3f) -> vec3f {
  // Lightness relative to the texture's mean.
  let light = dot(tone, vec3f(0.3, 0.55, 0.15)) / material.tint.w;
  let stray = clamp(light - 1.0, -1.0, 1.0) * STRAY;
  let white = in.shine.rgb * lobe(in.shine.w + stray, MIRRORED) * min(light * light, 1.3);
  return expose(tone * tone * in.light + white).rgb;
}

@fragment fn hair(in: Lock) -> @location(0) vec4f {
  let sampled = textureSampleBias(colorMap, filtered, in.uv, FINER);
  if (sampled.a < material.surface.y) { discard; }
  return vec4f(strands(in, sampled.rgb), 1.0);
}

// Blended edges, rendered after all opaque triangles.
@fragment fn wisps(in: Lock) -> @location(0) vec4f {
  let sampled = textureSampleBias(colorMap, filtered, in.uv, FINER);
  if (sampled.a < FAINTEST) { discard; }
  // Continuous with the opaque triangles, which begin at that alpha. If they are not drawn, this pass covers it.
  return vec4f(strands(in, sampled.rgb), min(sampled.a / material.surface.z, 1.0));
}
`;
