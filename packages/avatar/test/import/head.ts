import { type Accessor, Document, NodeIO, type Primitive } from '@gltf-transform/core';
import { SHAPES } from '@talking-avatar/animation';
import sharp from 'sharp';

/** How the head differs from a plain one. */
export interface HeadOptions {
  /** Shapes that are in the file. All 52 by default. */
  shapes?: readonly string[];
  /** Returns the name that a shape has in the file. */
  nameOf?: (shape: string) => string;
  /** Rotation of the head about the y axis in its file, in radians, and its size. */
  turn?: number;
  size?: number;
  /** True if a skeleton moves the head and the eyes. Otherwise, their nodes are moved directly. */
  skinned?: boolean;
  /** Number of rows and columns in the face. */
  rows?: number;
  columns?: number;
  /** Changes the document before it is written. */
  change?: (document: Document) => void;
}

/** Height of the mouth as a share of all rows, and half its width as a share of all columns. */
const MOUTH = { row: 25 / 40, half: 5 / 64 };
const RADII = [0.078, 0.115, 0.095] as const;
const EYES = { aside: 0.032, up: 0.02, ahead: 0.08, radius: 0.014 } as const;

/** Writes a simple head as a GLB. It is an ellipsoid with eyes, a mouth, and a neck, and is deformed by the 52 ARKit shapes. */
export async function makeHead(options: HeadOptions = {}): Promise<Uint8Array> {
  const { turn = 0, size = 1, skinned = false, rows = 40, columns = 64, shapes = SHAPES, nameOf = (shape: string) => shape } = options;
  const document = new Document();
  const buffer = document.createBuffer();
  const add = (type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4', array: Float32Array | Uint16Array): Accessor =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  const image = await paintFace();
  const texture = document.createTexture('face').setMimeType('image/png').setImage(image);
  const skinMaterial = document.createMaterial('face').setBaseColorTexture(texture).setRoughnessFactor(0.55);
  const plain = (name: string, red: number, green: number, blue: number, roughness: number) =>
    document.createMaterial(name).setBaseColorFactor([red, green, blue, 1]).setRoughnessFactor(roughness).setMetallicFactor(0);
  skinMaterial.setMetallicFactor(0);
  const toPrimitive = ({ positions, uvs, indices }: Surface): Primitive =>
    document
      .createPrimitive()
      .setIndices(add('SCALAR', Uint16Array.from(indices)))
      .setAttribute('POSITION', add('VEC3', Float32Array.from(positions)))
      .setAttribute('TEXCOORD_0', add('VEC2', Float32Array.from(uvs)));

  const face = makeFace(rows, columns);
  const primitive = toPrimitive(face).setMaterial(skinMaterial);
  const mesh = document.createMesh('face').addPrimitive(primitive);
  for (const shape of shapes) {
    const moves = Float32Array.from(face.positions);
    for (let at = 0; at < moves.length; at += 3)
      moves.set(displace(shape, [moves[at]!, moves[at + 1]!, moves[at + 2]!], face.below.has(at / 3)), at);
    primitive.addTarget(document.createPrimitiveTarget(nameOf(shape)).setAttribute('POSITION', add('VEC3', moves)));
  }
  mesh.setExtras({ targetNames: shapes.map(nameOf) }).setWeights(shapes.map(() => 0));
  const rootNode = document.createNode('Armature').setScale([size, size, size]);
  rootNode.setRotation([0, Math.sin(turn / 2), 0, Math.cos(turn / 2)]);
  const head = document.createNode('Head').setTranslation([0, 1.5, 0]);
  rootNode.addChild(head);
  const faceNode = document.createNode('Face').setMesh(mesh);
  const cave = toPrimitive(ellipsoid([0, -0.005, 0], [0.07, 0.105, 0.085])).setMaterial(plain('mouth', 0.12, 0.02, 0.02, 0.8));
  const caveNode = document.createNode('Mouth').setMesh(document.createMesh('mouth').addPrimitive(cave));
  const neck = toPrimitive(ellipsoid([0, -0.2, -0.01], [0.05, 0.14, 0.05])).setMaterial(plain('neck', 0.5, 0.29, 0.2, 0.6));
  const bust = toPrimitive(ellipsoid([0, -0.42, -0.02], [0.2, 0.2, 0.1])).setMaterial(plain('shirt', 0.05, 0.1, 0.25, 0.9));
  const body = document.createNode('Body').setMesh(document.createMesh('body').addPrimitive(neck).addPrimitive(bust));
  head.addChild(faceNode).addChild(caveNode);
  rootNode.addChild(body.setTranslation([0, 1.5, 0]));
  for (const [name, side] of [
    ['LeftEye', 1],
    ['RightEye', -1],
  ] as const) {
    const ball = ellipsoid([0, 0, 0], [EYES.radius, EYES.radius, EYES.radius]);
    const iris = ellipsoid([0, 0, EYES.radius * 0.62], [0.0065, 0.0065, 0.0065]);
    const eye = document
      .createMesh(name)
      .addPrimitive(toPrimitive(ball).setMaterial(plain('white', 0.8, 0.78, 0.75, 0.3)))
      .addPrimitive(toPrimitive(iris).setMaterial(plain('iris', 0.03, 0.06, 0.09, 0.25)));
    head.addChild(
      document
        .createNode(name)
        .setMesh(eye)
        .setTranslation([side * EYES.aside, EYES.up, EYES.ahead - 0.006]),
    );
  }
  if (skinned) {
    const count = face.positions.length / 3;
    const skin = document.createSkin('skin').addJoint(head);
    skin.setInverseBindMatrices(add('MAT4', Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)));
    primitive.setAttribute('JOINTS_0', add('VEC4', new Uint16Array(4 * count))).setAttribute(
      'WEIGHTS_0',
      add(
        'VEC4',
        Float32Array.from({ length: 4 * count }, (_, k) => Number(k % 4 === 0)),
      ),
    );
    faceNode.setSkin(skin);
  }
  document.createScene('scene').addChild(rootNode);
  options.change?.(document);
  return new NodeIO().writeBinary(document);
}

interface Surface {
  positions: number[];
  uvs: number[];
  indices: number[];
}

function ellipsoid([x, y, z]: readonly number[], [a, b, c]: readonly number[], rows = 16, columns = 24): Surface {
  const surface: Surface = { positions: [], uvs: [], indices: [] };
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const [down, around] = [(Math.PI * row) / rows, 2 * Math.PI * (column / columns - 0.5)];
      const across = Math.sin(down);
      surface.positions.push(x! + a! * across * Math.sin(around), y! + b! * Math.cos(down), z! + c! * across * Math.cos(around));
      surface.uvs.push(column / columns, row / rows);
    }
  }
  const at = (row: number, column: number): number => row * (columns + 1) + column;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const corners = [at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1)] as const;
      surface.indices.push(corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]);
    }
  return surface;
}

/** Makes the skin, which is an ellipsoid with holes over the eyes and a slit whose lower edge has its own vertices. */
function makeFace(rows: number, columns: number): Surface & { below: Set<number> } {
  const surface = ellipsoid([0, 0, 0], RADII, rows, columns);
  const center = columns / 2;
  const [row, half] = [Math.round(MOUTH.row * rows), Math.max(2, Math.round(MOUTH.half * columns))];
  const lower = new Map<number, number>();
  for (let column = center - half + 1; column < center + half; column++) {
    const vertex = row * (columns + 1) + column;
    lower.set(vertex, surface.positions.length / 3);
    surface.positions.push(...surface.positions.slice(3 * vertex, 3 * vertex + 3));
    surface.uvs.push(...surface.uvs.slice(2 * vertex, 2 * vertex + 2));
  }
  const isBelow = (triangle: readonly number[]): boolean =>
    triangle.some((v) => v > (row + 1) * (columns + 1) - 1 && v < (rows + 1) * (columns + 1));
  const eyeOf = (v: number): number =>
    Math.hypot(Math.abs(surface.positions[3 * v]!) - EYES.aside, (surface.positions[3 * v + 1]! - EYES.up) * 1.7);
  const kept: number[] = [];
  for (let k = 0; k < surface.indices.length; k += 3) {
    const triangle = surface.indices.slice(k, k + 3);
    if (triangle.every((v) => surface.positions[3 * v + 2]! > 0 && eyeOf(v) < 0.015)) continue;
    kept.push(...triangle.map((v) => (isBelow(triangle) ? (lower.get(v) ?? v) : v)));
  }
  return { ...surface, indices: kept, below: new Set(lower.values()) };
}

/** Height of the mouth above the origin. */
const MOUTH_Y = RADII[1] * Math.cos(Math.PI * MOUTH.row);

/** Returns how far a shape moves a vertex. @param below true for the lower lip */
function displace(shape: string, [x, y, z]: readonly [number, number, number], below: boolean): [number, number, number] {
  if (z < 0) return [0, 0, 0];
  const bump = (cx: number, cy: number, wide: number, high: number): number => Math.exp(-(((x - cx) / wide) ** 2) - ((y - cy) / high) ** 2);
  const side = shape.endsWith('Left') ? 1 : shape.endsWith('Right') ? -1 : 0;
  const isLower = below || y < MOUTH_Y - 1e-4;
  const lip = bump(0, MOUTH_Y, 0.03, 0.02);
  const corner = bump(side * 0.03, MOUTH_Y, 0.016, 0.016);
  if (shape === 'jawOpen') return isLower ? [0, -0.03 * bump(0, MOUTH_Y - 0.03, 0.05, 0.05), -0.004 * lip] : [0, 0, 0];
  if (shape === 'mouthClose') return isLower ? [0, 0.02 * lip, 0] : [0, 0, 0];
  if (/^mouth(Funnel|Pucker)$/.test(shape)) return [-0.45 * x * lip, 0, 0.012 * lip];
  if (/^mouth(Smile|Dimple)/.test(shape)) return [side * 0.01 * corner, 0.009 * corner, 0];
  if (/^mouth(Frown|Stretch)/.test(shape)) return [side * 0.006 * corner, -0.008 * corner, 0];
  if (/^mouthLowerDown/.test(shape)) return isLower ? [0, -0.008 * corner, 0] : [0, 0, 0];
  if (/^mouthUpperUp/.test(shape)) return isLower ? [0, 0, 0] : [0, 0.006 * corner, 0];
  if (/^eye(Blink|Squint)/.test(shape)) {
    const upper = bump(side * EYES.aside, EYES.up + 0.011, 0.016, 0.009);
    return [0, -(shape.startsWith('eyeBlink') ? 0.019 : 0.006) * upper, 0.006 * upper];
  }
  if (/^eyeWide/.test(shape)) return [0, 0.005 * bump(side * EYES.aside, EYES.up + 0.011, 0.016, 0.009), 0];
  if (/^brow.*Up/.test(shape)) return [0, 0.01 * bump(side * EYES.aside, EYES.up + 0.025, 0.03, 0.012), 0];
  if (/^browDown/.test(shape)) return [0, -0.008 * bump(side * EYES.aside, EYES.up + 0.025, 0.03, 0.012), 0];
  return [side * 0.002 * lip, 0, 0.003 * bump(side * 0.04, MOUTH_Y + 0.02, 0.03, 0.03)];
}

/** Paints the face with skin, lips, and brows, and with hair on the back of the head. */
async function paintFace(): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">
    <rect width="512" height="512" fill="#d9a68b"/>
    <rect width="512" height="120" fill="#3a241a"/><rect width="130" height="330" fill="#3a241a"/>
    <rect x="382" width="130" height="330" fill="#3a241a"/>
    <ellipse cx="256" cy="320" rx="42" ry="16" fill="#b0564f"/>
    <rect x="180" y="186" width="50" height="12" rx="6" fill="#3a241a"/>
    <rect x="282" y="186" width="50" height="12" rx="6" fill="#3a241a"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
