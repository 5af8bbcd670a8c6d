import { entry, type FbxNode, int, node, properties, property } from './node.ts';
import type { ObjectClass } from './scene.ts';

const ZERO = [0, 0, 0] as const;
const ONE = [1, 1, 1] as const;

/** Default properties of an object class, and its class name in the Autodesk SDK. */
interface Template {
  name: string;
  defaults: readonly FbxNode[];
}

const NODE_DEFAULTS: readonly FbxNode[] = [
  entry.enumeration('QuaternionInterpolate', 0),
  entry.vector('RotationOffset', ZERO),
  entry.vector('RotationPivot', ZERO),
  entry.vector('ScalingOffset', ZERO),
  entry.vector('ScalingPivot', ZERO),
  entry.bool('TranslationActive', false),
  entry.enumeration('RotationOrder', 0),
  entry.bool('RotationSpaceForLimitOnly', false),
  entry.vector('PreRotation', ZERO),
  entry.vector('PostRotation', ZERO),
  entry.bool('RotationActive', false),
  entry.enumeration('InheritType', 0),
  entry.bool('ScalingActive', false),
  entry.vector('GeometricTranslation', ZERO),
  entry.vector('GeometricRotation', ZERO),
  entry.vector('GeometricScaling', ONE),
  property('LookAtProperty', 'object', '', ''),
  property('UpVectorProperty', 'object', '', ''),
  entry.bool('Show', true),
  entry.int('DefaultAttributeIndex', -1),
  entry.bool('Freeze', false),
  entry.bool('LODBox', false),
  entry.local('Lcl Translation', ZERO),
  entry.local('Lcl Rotation', ZERO),
  entry.local('Lcl Scaling', ONE),
  property('Visibility', 'Visibility', '', 'A', ...entry.number('', 1).properties.slice(4)),
  property('Visibility Inheritance', 'Visibility Inheritance', '', '', int(1)),
];

const TEMPLATES: Readonly<Partial<Record<ObjectClass, Template>>> = {
  Model: { name: 'FbxNode', defaults: NODE_DEFAULTS },
  NodeAttribute: {
    name: 'FbxSkeleton',
    defaults: [entry.color('Color', [0.8, 0.8, 0.8]), entry.double('Size', 100), entry.number('LimbLength', 1)],
  },
  Geometry: {
    name: 'FbxMesh',
    defaults: [
      entry.color('Color', [0.8, 0.8, 0.8]),
      entry.vector('BBoxMin', ZERO),
      entry.vector('BBoxMax', ZERO),
      entry.bool('Primary Visibility', true),
      entry.bool('Casts Shadows', true),
      entry.bool('Receive Shadows', true),
    ],
  },
  Material: {
    name: 'FbxSurfacePhong',
    defaults: [
      entry.text('ShadingModel', 'Phong'),
      entry.bool('MultiLayer', false),
      entry.color('EmissiveColor', ZERO),
      entry.number('EmissiveFactor', 1),
      entry.color('AmbientColor', [0.2, 0.2, 0.2]),
      entry.number('AmbientFactor', 1),
      entry.color('DiffuseColor', [0.8, 0.8, 0.8]),
      entry.number('DiffuseFactor', 1),
      entry.color('TransparentColor', ZERO),
      entry.number('TransparencyFactor', 0),
      entry.number('Opacity', 1),
      entry.vector('NormalMap', ZERO),
      entry.vector('Bump', ZERO),
      entry.double('BumpFactor', 1),
      entry.color('SpecularColor', [0.2, 0.2, 0.2]),
      entry.number('SpecularFactor', 1),
      entry.number('ShininessExponent', 20),
      entry.color('ReflectionColor', ZERO),
      entry.number('ReflectionFactor', 1),
    ],
  },
  Texture: {
    name: 'FbxFileTexture',
    defaults: [
      entry.enumeration('TextureTypeUse', 0),
      property('Texture alpha', 'Number', '', 'A', ...entry.number('', 1).properties.slice(4)),
      entry.enumeration('CurrentMappingType', 0),
      entry.enumeration('WrapModeU', 0),
      entry.enumeration('WrapModeV', 0),
      entry.bool('UVSwap', false),
      entry.bool('PremultiplyAlpha', false),
      entry.enumeration('CurrentTextureBlendMode', 1),
      entry.text('UVSet', 'default'),
      entry.bool('UseMaterial', false),
      entry.bool('UseMipMap', false),
    ],
  },
  Video: { name: 'FbxVideo', defaults: [entry.bool('ImageSequence', false), entry.text('Path', '')] },
  AnimationStack: {
    name: 'FbxAnimStack',
    defaults: [
      entry.text('Description', ''),
      entry.time('LocalStart', 0),
      entry.time('LocalStop', 0),
      entry.time('ReferenceStart', 0),
      entry.time('ReferenceStop', 0),
    ],
  },
  AnimationLayer: {
    name: 'FbxAnimLayer',
    defaults: [
      entry.number('Weight', 100),
      entry.bool('Mute', false),
      entry.bool('Solo', false),
      entry.bool('Lock', false),
      entry.color('Color', [0.8, 0.8, 0.8]),
      entry.enumeration('BlendMode', 0),
      entry.enumeration('RotationAccumulationMode', 0),
      entry.enumeration('ScaleAccumulationMode', 0),
    ],
  },
  AnimationCurveNode: { name: 'FbxAnimCurveNode', defaults: [property('d', 'Compound', '', '')] },
};

/** Returns the definitions section, which lists each class with its object count and defaults. */
export function definitionRecords(objects: readonly FbxNode[]): FbxNode {
  const counts = new Map<string, number>([['GlobalSettings', 1]]);
  for (const { name } of objects) counts.set(name, (counts.get(name) ?? 0) + 1);
  return node(
    'Definitions',
    [],
    [
      node('Version', [int(100)]),
      node('Count', [int(objects.length + 1)]),
      ...[...counts].map(([name, count]) =>
        node('ObjectType', [name], [node('Count', [int(count)]), ...templateRecords(name as ObjectClass)]),
      ),
    ],
  );
}

function templateRecords(name: ObjectClass): FbxNode[] {
  const template = TEMPLATES[name];
  return template ? [node('PropertyTemplate', [template.name], [properties(template.defaults)])] : [];
}
