import { LID_STATIONS } from '../lids.ts';

/** Eyes: a ball, shaded by the eyelids, with a bulging cornea that refracts the iris. Computed from positions, whatever the mesh. */
export const EYE = /* wgsl */ `
struct Ball {
  @builtin(position) place: vec4f,
  // From the center of the eyeball, in the frame of the eye at rest.
  @location(0) at: vec3f,
  @location(1) toCamera: vec3f,
  // In the frame of the head at rest.
  @location(2) inHead: vec2f,
  @location(3) light: vec4f,
  // Number of the joint; 0 for the left eye, 1 for the right.
  @location(4) @interpolate(flat) joint: vec2u,
}

// Radii of the limbus and the cornea, meters; refraction of the cornea and behind it.
const LIMBUS = 0.0058;
const CORNEA = 0.0078;
const REFRACTION = 1.0 / 1.336;
// Depth of the iris behind the limbus, meters.
const IRIS_DEPTH = 0.0004;
// Meters across the texture, along chords from the foremost point.
const TEXTURE = 0.034;
// Distances from the inner corner over which the caruncle fades out, meters; its color, decoded.
const CARUNCLE = vec2f(0.0014, 0.0042);
const FLESH = vec3f(0.34, 0.105, 0.085);
// Factor for the white at its corners.
const CORNERS = vec3f(0.96, 0.72, 0.66);
// Half the width and height of the box that eyes mirror, radians; its radiance relative to the key light.
const BOX = vec2f(0.2, 0.25);
const BOX_LIGHT = 0.7;

@vertex fn placeEye(in: Vertex) -> Ball {
  let at = stand(in, skinOf(in));
  let right = select(1u, 0u, in.position.x > 0.0);
  var out: Ball;
  out.place = frame.viewProjection * vec4f(at.world, 1);
  out.at = in.position - frame.eyes[right].xyz;
  out.toCamera = frame.camera.xyz - at.world;
  out.inHead = (frame.toHead * vec4f(at.world, 1)).xy;
  out.light = vec4f(at.ambient, in.light.y);
  out.joint = vec2u(in.joints.x, right);
  return out;
}

// Heights of the upper and the lower lid's edges.
fn lidsAt(eye: u32, x: f32) -> vec2f {
  let first = eye * ${LID_STATIONS + 1}u;
  let slit = frame.lids[first];
  let station = clamp((x - slit.x) * slit.y, 0.0, ${LID_STATIONS}.0 - 1.001);
  let k = first + 1u + u32(station);
  return mix(frame.lids[k].xy, frame.lids[k + 1u].xy, fract(station));
}

// A soft box: round at its corners, and brightest in its middle.
fn box(mirrored: vec3f) -> f32 {
  let light = frame.box.xyz;
  let aside = normalize(vec3f(light.z, 0.0, -light.x));
  let aim = vec2f(dot(mirrored, aside), dot(mirrored, cross(light, aside))) / BOX;
  let away = aim * aim;
  return smoothstep(1.7, 0.0, dot(away, away)) * step(0.0, dot(mirrored, light));
}

@fragment fn eye(in: Ball) -> @location(0) vec4f {
  let joint = frame.joints[in.joint.x];
  let axis = frame.axes[in.joint.y].xyz;
  let aside = normalize(vec3f(axis.z, 0.0, -axis.x));
  // From the frame in which the iris is foremost to the eye's rest frame, and to the world.
  let ahead = mat3x3f(aside, cross(axis, aside), axis);
  let turned = mat3x3f(joint[0].xyz, joint[1].xyz, joint[2].xyz) * ahead;
  let radius = frame.eyes[in.joint.y].w;
  let v = normalize(in.toCamera) * turned;
  let key = frame.keyDirection.xyz * turned;
  let place = in.at * ahead;
  let ball = normalize(place);
  // Points where the view ray hits the cornea and, refracted, the iris.
  let limbus = sqrt(radius * radius - LIMBUS * LIMBUS);
  let center = limbus - sqrt(CORNEA * CORNEA - LIMBUS * LIMBUS);
  let base = place - vec3f(0.0, 0.0, center);
  let along = dot(base, v);
  let inside = max(along * along - dot(base, base) + CORNEA * CORNEA, 0.0);
  let front = base + v * (sqrt(inside) - along);
  let cornea = smoothstep(-0.0004, 0.0006, front.z + center - limbus) * step(1e-9, inside);
  let bulge = normalize(front);
  let ray = refract(-v, bulge, REFRACTION);
  let iris = front.xy + ray.xy * ((limbus - IRIS_DEPTH - center - front.z) / min(ray.z, -0.2));
  let white = radius * ball.xy * sqrt(2.0 / (1.0 + max(ball.z, 0.0)));
  let chord = mix(white, iris, cornea) / TEXTURE;
  var albedo = decode(textureSample(colorMap, filtered, vec2f(0.5 + chord.x, 0.5 - chord.y)));
  let n = normalize(mix(ball, bulge, cornea));
  // Lids shade the eye from all light softly, and from the key light more sharply.
  let lids = lidsAt(in.joint.y, in.inHead.x);
  let slit = frame.lids[in.joint.y * ${LID_STATIONS + 1}u];
  let fromEnds = vec2f(in.inHead.x - slit.x, slit.x + ${LID_STATIONS - 1}.0 / slit.y - in.inHead.x);
  let ends = min(fromEnds.x, fromEnds.y);
  // The caruncle in the corner next to the nose.
  let inner = select(fromEnds.x, fromEnds.y, in.joint.y == 1u);
  let flesh = smoothstep(CARUNCLE.y, CARUNCLE.x, inner);
  let middle = smoothstep(-0.001, 0.0065, ends);
  // The white is thin and full of vessels toward its corners.
  albedo *= mix(CORNERS, vec3f(1.0), max(middle, cornea));
  albedo = mix(albedo, FLESH, 0.8 * flesh);
  let below = lids.x - in.inHead.y;
  let above = in.inHead.y - lids.y;
  let open = mix(0.16, 1.0, smoothstep(-0.0005, 0.0054, below)) * mix(0.6, 1.0, smoothstep(-0.0004, 0.0018, above))
    * mix(0.55, 1.0, smoothstep(-0.001, 0.005, ends));
  let shadow = mix(0.16, 1.0, smoothstep(0.0, 0.0046, below - 0.0006));
  // Light that the cornea gathers brightens the far side of the iris.
  let far = max(0.5 - 0.62 * dot(iris, key.xy) / LIMBUS, 0.0);
  let facing = mix(max(dot(ball, key) * 0.6 + 0.4, 0.0), 0.26 + 1.4 * far * far, cornea);
  // Light scattered in the white.
  let warmth = mix(vec3f(1.0, 0.82, 0.74), vec3f(1.0), smoothstep(0.35, 1.0, open));
  let light = (in.light.rgb * 0.85 * open + frame.keyColor.rgb * facing * 0.45 * shadow * open) * warmth * mix(sqrt(frame.mouth.w), frame.mouth.w, 0.35);
  let mirrored = turned * reflect(-v, n);
  let grazing = 1.0 - max(dot(n, v), 0.0);
  let fresnel = 0.025 + 0.6 * grazing * grazing * grazing * grazing * grazing;
  // The white is uneven and scatters reflections that are sharp on the cornea.
  let sharp = box(mirrored) * mix(0.05, 1.0, smoothstep(0.6, 1.0, cornea));
  // The tear film is thick along the lower lid.
  let tear = smoothstep(-0.0001, 0.0003, above) * smoothstep(0.0008, 0.0003, above) * smoothstep(0.003, 0.01, ends) * 0.32;
  let gloss = frame.keyColor.rgb * sharp * BOX_LIGHT * mix(0.5, 1.0, open) + mirror(mirrored) * (fresnel * open * mix(0.5, 2.0, middle))
    + (in.light.rgb + frame.keyColor.rgb * 0.25 * in.light.w) * tear;
  return expose(albedo * light + gloss);
}
`;
