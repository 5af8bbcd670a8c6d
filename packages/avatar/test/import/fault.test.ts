import { SHAPES } from '@talking-avatar/animation';
import { expect, it } from 'vitest';
import { readDocument } from '../../src/import/document.ts';
import { AvatarError } from '../../src/import/fault.ts';

it.each([
  ['an attribute', { meshes: [{ primitives: [{ attributes: { [`avt_${'a'.repeat(900_000)}`]: -1 } }] }] }],
  ['a morph target', { meshes: [{ primitives: [{ attributes: {}, targets: [{ [`\u202e${'a'.repeat(900_000)}`]: 'x' }] }] }] }],
  ['an extension', { extensionsUsed: [{ name: 'a'.repeat(900_000) }] }],
])('quotes at most 100 characters of the name of %s', (_, json) => {
  const read = () => readDocument({ asset: { version: '2.0' }, ...json });
  expect(read).toThrow(AvatarError);
  expect(read).toThrow(/^the GLB's JSON is not glTF: [^\u202e]{1,280}$/);
});

it('shortens faults that quote the file', () => {
  const faults = Array.from({ length: 20 }, () => `/meshes/${'a'.repeat(900_000)}\u001b: UNKNOWN`);
  const { message } = new AvatarError(faults);
  expect(message).toMatch(/^(?:\/meshes\/a{992}…; ){3}\/meshes\/a+…$/);
  expect(message).toHaveLength(4_001);
});

it('names all shapes if none of them is in the file', () => {
  const fault = `52 of the 52 ARKit shapes are missing: ${SHAPES.join(', ')}`;
  expect(new AvatarError([fault]).message).toBe(fault);
});
