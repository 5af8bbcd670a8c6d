import { validateBytes } from 'gltf-validator';
import { AvatarError } from './fault.ts';

/** Number of findings after which the validator stops. */
const MAX_FINDINGS = 2_000;
/** Maximum number of errors to list in the message. */
const MAX_LISTED = 5;

/** Issues to ignore: harmless, about unused data, or common in files that every program accepts (glTF-Validator, ISSUES.md). */
const HARMLESS = [
  'ACCESSOR_VECTOR3_NON_UNIT',
  'ACCESSOR_NON_UNIT',
  'ACCESSOR_INVALID_SIGN',
  'ACCESSOR_WEIGHTS_NON_NORMALIZED',
  'ACCESSOR_JOINTS_USED_ZERO_WEIGHT',
  'ACCESSOR_INDEX_TRIANGLE_DEGENERATE',
  'ACCESSOR_MIN_MISMATCH',
  'ACCESSOR_MAX_MISMATCH',
  'ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND',
  'ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND',
  'UNUSED_OBJECT',
  'UNUSED_MESH_TANGENT',
  'UNUSED_MESH_WEIGHTS',
  'UNSUPPORTED_EXTENSION',
  'UNEXPECTED_PROPERTY',
  'UNDECLARED_EXTENSION',
  'UNEXPECTED_EXTENSION_OBJECT',
  'NODE_EMPTY',
  'NODE_SKINNED_MESH_NON_ROOT',
  'NODE_SKINNED_MESH_LOCAL_TRANSFORMS',
  'BUFFER_VIEW_TARGET_MISSING',
  'BUFFER_GLB_CHUNK_TOO_BIG',
  'BUFFER_VIEW_TARGET_OVERRIDE',
  'MESH_PRIMITIVE_GENERATED_TANGENT_SPACE',
  'IMAGE_NPOT_DIMENSIONS',
  'MULTIPLE_EXTENSIONS',
  'SKIN_NO_COMMON_ROOT',
  'SKIN_SKELETON_INVALID',
];

/** Severity of an error in a report. */
const ERROR = 0;

/** Validates a GLB with the Khronos validator: references, bounds, finite numbers, node cycles, and more. @throws AvatarError */
export async function validateGltf(bytes: Uint8Array): Promise<void> {
  const options = { format: 'glb', maxIssues: MAX_FINDINGS, ignoredIssues: HARMLESS, writeTimestamp: false };
  const report = await validateBytes(bytes, options).catch((cause: unknown) => {
    throw new AvatarError(['the GLB cannot be read'], { cause });
  });
  const { messages, numErrors, truncated } = report.issues;
  const errors = messages.filter(({ severity }) => severity === ERROR);
  const faults = errors.slice(0, MAX_LISTED).map(({ pointer, message, code }) => `${place(pointer)}${code}: ${message}`);
  if (numErrors > MAX_LISTED) faults.push(`${numErrors - MAX_LISTED} more errors from the glTF validator`);
  if (truncated && faults.length === 0) faults.push(`the glTF validator reported more than ${MAX_FINDINGS} findings`);
  if (faults.length > 0) throw new AvatarError(faults);
}

const place = (pointer: string | undefined): string => (pointer ? `${pointer}: ` : '');
