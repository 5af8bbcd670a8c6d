import { createHash } from 'node:crypto';
import type { ActorModel, Material, Texture } from '../model/model.ts';
import { UV_SET } from './geometry.ts';
import type { FbxMesh } from './mesh.ts';
import { double, entry, type FbxNode, int, node, objectName, properties, property } from './node.ts';
import { makeOpacityImage } from './opacity.ts';
import type { Scene } from './scene.ts';

const EXTENSIONS: Readonly<Record<Texture['mediaType'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Specular factor. To importers, 0.25 means a reflectance of 4%, as for skin, teeth, and cloth. */
const SPECULAR = 0.25;

/** Adds the materials of a mesh in order, and embeds their textures in the file. @param model ID of the model for the mesh */
export function addMaterials(scene: Scene, { textures }: ActorModel, { materials }: FbxMesh, model: number): void {
  const added = new Map<string, number>();
  // Identical images, such as the fine hair of the scalp and the beard, are stored once.
  const addOnce = (texture: Texture): number => {
    const content = createHash('sha256').update(texture.bytes).digest('hex');
    const id = added.get(content) ?? addTexture(scene, texture);
    added.set(content, id);
    return id;
  };
  for (const { name, material } of materials) {
    const id = scene.add({ class: 'Material' }, name, materialRecords(material));
    scene.connect(id, model);
    if (material.color !== undefined) {
      const color = textures[material.color]!;
      scene.connectProperty(addOnce(color), id, 'DiffuseColor');
      if (material.alpha !== 'opaque') scene.connectProperty(addOnce(opacityTexture(color) ?? color), id, 'TransparencyFactor');
    }
    if (material.normal !== undefined) scene.connectProperty(addOnce(textures[material.normal]!), id, 'NormalMap');
  }
}

function materialRecords({ tint, roughness }: Material): FbxNode[] {
  const color = tint.map(encodeSrgb) as [number, number, number];
  return [
    node('Version', [int(102)]),
    node('ShadingModel', ['phong']),
    node('MultiLayer', [int(0)]),
    properties([
      entry.color('EmissiveColor', [0, 0, 0]),
      entry.number('EmissiveFactor', 0),
      entry.color('AmbientColor', [0, 0, 0]),
      entry.color('DiffuseColor', color),
      entry.number('DiffuseFactor', 1),
      entry.color('TransparentColor', [0, 0, 0]),
      entry.number('TransparencyFactor', 0),
      entry.number('Opacity', 1),
      entry.color('SpecularColor', [1, 1, 1]),
      entry.number('SpecularFactor', SPECULAR),
      entry.number('Shininess', shininess(roughness)),
      entry.number('ShininessExponent', shininess(roughness)),
      entry.number('ReflectionFactor', 0),
    ]),
  ];
}

/** Converts roughness to a specular exponent, which the importers in Blender and other tools convert back. */
const shininess = (roughness: number): number => (10 * (1 - roughness)) ** 2;

/** Encodes a linear value, 0..1, as sRGB (IEC 61966-2-1). */
const encodeSrgb = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

function opacityTexture({ name, bytes }: Texture): Texture | undefined {
  const opacity = makeOpacityImage(bytes);
  return opacity && { name: `${name}_opacity`, mediaType: 'image/png', bytes: opacity };
}

function addTexture(scene: Scene, { name, mediaType, bytes }: Texture): number {
  const file = `${name}.${EXTENSIONS[mediaType]}`;
  const video = scene.add({ class: 'Video', subclass: 'Clip' }, name, [
    node('Type', ['Clip']),
    properties([property('Path', 'KString', 'XRefUrl', '', file)]),
    node('UseMipMap', [int(0)]),
    node('Filename', [file]),
    node('RelativeFilename', [file]),
    node('Content', [bytes]),
  ]);
  const texture = scene.add({ class: 'Texture' }, name, [
    node('Type', ['TextureVideoClip']),
    node('Version', [int(202)]),
    node('TextureName', [objectName(name, 'Texture')]),
    properties([entry.enumeration('CurrentTextureBlendMode', 0), entry.text('UVSet', UV_SET), entry.bool('UseMaterial', true)]),
    node('Media', [objectName(name, 'Video')]),
    node('FileName', [file]),
    node('RelativeFilename', [file]),
    node('ModelUVTranslation', [double(0), double(0)]),
    node('ModelUVScaling', [double(1), double(1)]),
    node('Texture_Alpha_Source', ['None']),
    node('Cropping', [int(0), int(0), int(0), int(0)]),
  ]);
  scene.connect(video, texture);
  return texture;
}
