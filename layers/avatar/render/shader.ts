/**
 * The shaders. Colours are decoded from the textures with the square and encoded with the square root, which on a CPU costs a
 * fraction of sRGB's own curve; the tone curve is fitted to that. Light from everywhere is found at the vertices, the rest at each
 * pixel.
 */
export const SHADER = /* wgsl */ `
struct Frame {
  viewProjection: mat4x4f,
  // Its place, and the exposure.
  camera: vec4f,
  keyDirection: vec4f,
  keyColour: vec4f,
  fillDirection: vec4f,
  fillColour: vec4f,
  rimDirection: vec4f,
  rimColour: vec4f,
  sky: vec4f,
  ground: vec4f,
  // Heights of the upper lids' edges, world metres, where the shadow on the eye begins: left, right; then where the eyes part in x.
  lids: vec4f,
  joints: array<mat4x4f, 8>,
}

struct Material {
  tint: vec4f,
  // Roughness; alpha below which a pixel is left out; above which it is left out (blended edges); specular strength.
  surface: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var colourMap: texture_2d<f32>;
@group(1) @binding(2) var normalMap: texture_2d<f32>;
@group(1) @binding(3) var surfaceMap: texture_2d<f32>;
@group(1) @binding(4) var filtered: sampler;

struct Vertex {
  @location(0) position: vec3f,
  @location(1) normal: vec3f,
  @location(2) uv: vec2f,
  @location(3) tangent: vec4f,
  @location(4) light: vec4f,
  @location(5) joints: vec4u,
  @location(6) weights: vec4f,
}

struct Point {
  @builtin(position) place: vec4f,
  @location(0) normal: vec3f,
  @location(1) tangent: vec4f,
  @location(2) toCamera: vec3f,
  @location(3) uv: vec2f,
  // Light from everywhere, and the share of the key light.
  @location(4) light: vec4f,
}

@vertex fn place(in: Vertex) -> Point {
  let skin = frame.joints[in.joints.x] * in.weights.x + frame.joints[in.joints.y] * in.weights.y
    + frame.joints[in.joints.z] * in.weights.z + frame.joints[in.joints.w] * in.weights.w;
  let world = (skin * vec4f(in.position, 1)).xyz;
  let normal = normalize((skin * vec4f(in.normal, 0)).xyz);
  let tangent = (skin * vec4f(in.tangent.xyz, 0)).xyz;
  let open = in.light.x;
  let up = normal.y * 0.5 + 0.5;
  let fill = max(dot(normal, frame.fillDirection.xyz) * 0.7 + 0.3, 0.0) * mix(0.35, 1.0, open);
  let ambient = mix(frame.ground.rgb, frame.sky.rgb, up) * open + frame.fillColour.rgb * fill;
  var out: Point;
  out.place = frame.viewProjection * vec4f(world, 1);
  out.normal = normal;
  out.tangent = vec4f(tangent, in.tangent.w);
  out.toCamera = frame.camera.xyz - world;
  out.uv = in.uv;
  out.light = vec4f(ambient, in.light.y);
  return out;
}

// A filmic curve (toe, straight part, shoulder), already encoded for the screen.
fn expose(colour: vec3f) -> vec4f {
  let x = colour * frame.camera.w;
  let mapped = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), vec3f(0), vec3f(1));
  return vec4f(sqrt(mapped), 1.0);
}

// A filmic curve drives the colours of dark skin apart, and bleaches light skin.
fn calm(colour: vec3f) -> vec3f {
  let grey = dot(colour, vec3f(0.3, 0.55, 0.15));
  return mix(vec3f(grey), colour, mix(0.76, 1.08, smoothstep(0.08, 0.45, grey)));
}

fn decode(sampled: vec4f) -> vec3f {
  return sampled.rgb * sampled.rgb * material.tint.rgb;
}

// The highlight of a light, as a spherical Gaussian with Schlick's Fresnel.
fn highlight(n: vec3f, v: vec3f, l: vec3f, roughness: f32, base: f32) -> f32 {
  let h = normalize(l + v);
  let a = roughness * roughness;
  let a2 = a * a;
  let nh = max(dot(n, h), 0.0);
  let lh = max(dot(l, h), 0.08);
  let lobe = exp2(2.885 / a2 * (nh - 1.0)) / (3.1416 * a2);
  let turn = 1.0 - lh;
  let turn2 = turn * turn;
  let fresnel = base + (1.0 - base) * turn2 * turn2 * turn;
  return lobe * fresnel * max(dot(n, l), 0.0) / (4.0 * lh * lh * (roughness + 0.5));
}

fn bump(in: Point, n: vec3f) -> vec3f {
  let sampled = textureSample(normalMap, filtered, in.uv).xy * 2.0 - 1.0;
  let across = cross(n, in.tangent.xyz) * in.tangent.w;
  return normalize(n + in.tangent.xyz * sampled.x - across * sampled.y);
}

@fragment fn skin(in: Point) -> @location(0) vec4f {
  let albedo = calm(decode(textureSample(colourMap, filtered, in.uv)));
  let surface = textureSample(surfaceMap, filtered, in.uv);
  let smoothNormal = normalize(in.normal);
  let n = bump(in, smoothNormal);
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  // Light that enters the skin comes out elsewhere, red the furthest: red sees the smooth normal, and wraps round the furthest.
  let wrap = vec3f(0.40, 0.20, 0.14);
  let facing = mix(vec3f(dot(smoothNormal, key)), vec3f(dot(n, key)), vec3f(0.45, 0.75, 0.9));
  let wrapped = clamp((facing + wrap) / (1.0 + wrap), vec3f(0), vec3f(1));
  let shadow = in.light.w;
  let soft = vec3f(sqrt(shadow), mix(shadow, sqrt(shadow), 0.35), shadow);
  let rim = frame.rimDirection.xyz;
  let edge = max(dot(n, rim) + 0.15, 0.0);
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let grazing3 = grazing * grazing * grazing;
  var light = in.light.rgb + frame.keyColour.rgb * wrapped * wrapped * 0.92 * soft + frame.rimColour.rgb * edge * (0.12 + 0.5 * grazing3);
  let roughness = clamp(surface.g * material.surface.x * 2.0, 0.2, 1.0);
  let strength = surface.b * material.surface.w;
  let broad = highlight(n, v, key, roughness, 0.035);
  let sharp = highlight(n, v, key, roughness * 0.62, 0.03);
  let gloss = frame.keyColour.rgb * (broad * 0.7 + sharp * 0.18) * shadow * strength * 2.0
    + in.light.rgb * grazing3 * 0.16 * strength * 2.0
    + frame.rimColour.rgb * highlight(n, v, rim, roughness, 0.04) * strength;
  return expose(albedo * light + gloss);
}

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

@fragment fn eye(in: Point) -> @location(0) vec4f {
  let albedo = decode(textureSample(colourMap, filtered, in.uv));
  let n = normalize(in.normal);
  let v = normalize(in.toCamera);
  let key = frame.keyDirection.xyz;
  let world = frame.camera.xyz - in.toCamera;
  let lid = select(frame.lids.y, frame.lids.x, world.x > frame.lids.z);
  let shade = 0.42 + 0.58 * smoothstep(0.0005, 0.0055, lid - world.y);
  let facing = max(dot(n, key) * 0.6 + 0.4, 0.0);
  let light = (in.light.rgb * 0.8 + frame.keyColour.rgb * facing * 0.6) * shade;
  // The cornea mirrors two soft boxes and, faintly, the room.
  let mirrored = reflect(-v, n);
  let window = smoothstep(0.955, 0.985, dot(mirrored, key)) * 1.5
    + smoothstep(0.97, 0.995, dot(mirrored, frame.fillDirection.xyz)) * 0.22;
  let room = frame.sky.rgb * (0.02 + 0.05 * max(mirrored.y, 0.0));
  return expose(albedo * light + frame.keyColour.rgb * window * mix(0.35, 1.0, shade) + room);
}

@fragment fn cloth(in: Point, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  if (sampled.a < material.surface.y) { discard; }
  let albedo = decode(sampled);
  // The inside of a collar faces the other way, and has the light that falls on it from before.
  let side = select(-1.0, 1.0, front);
  let n = bump(in, normalize(in.normal)) * side;
  let v = normalize(in.toCamera);
  let shadow = select(max(in.light.w, 0.45), in.light.w, front);
  let key = max(dot(n, frame.keyDirection.xyz) * 0.85 + 0.15, 0.0) * shadow;
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let rim = max(dot(n, frame.rimDirection.xyz), 0.0) * (0.15 + 0.5 * grazing * grazing);
  let light = in.light.rgb * (1.0 + 0.25 * grazing * grazing) + frame.keyColour.rgb * key + frame.rimColour.rgb * rim;
  return expose(albedo * light);
}

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
  if (sampled.a < material.surface.y) { discard; }
  return vec4f(strands(in, sampled), 1.0);
}

@fragment fn wisps(in: Point) -> @location(0) vec4f {
  let sampled = textureSample(colourMap, filtered, in.uv);
  if (sampled.a < 0.04 || sampled.a >= material.surface.z) { discard; }
  return vec4f(strands(in, sampled), sampled.a);
}
`;

/** Bytes of the uniform \`Frame\`. */
export const FRAME_FLOATS = 16 + 10 * 4 + 8 * 16;
