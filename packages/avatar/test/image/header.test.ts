import { describe, expect, it } from 'vitest';
import { readImageHeader } from '../../src/image/header.ts';

/** Creates a frame header of a JPEG (ITU-T T.81, section B.2.2). */
const frame = (side: number) => {
  const bytes = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
  bytes.writeUInt16BE(side, 5);
  bytes.writeUInt16BE(side, 7);
  return bytes;
};

describe('the header of a JPEG', () => {
  it('contains the size of the frame', () => {
    const jpeg = Buffer.concat([Buffer.from('ffd8ffe000040000', 'hex'), frame(320)]);
    expect(readImageHeader(jpeg)).toEqual({ mediaType: 'image/jpeg', width: 320, height: 320 });
  });

  it.each(['ff01', 'ffd0', 'ffd7'])('is rejected after the marker %s, which has no length', (marker) => {
    // If the marker were read as a segment, it would hide the first frame header, which is the one that decoders use.
    const jpeg = Buffer.concat([Buffer.from(`ffd8${marker}`, 'hex'), frame(30_000), Buffer.alloc(0xffc0 - 20), frame(8)]);
    expect(readImageHeader(jpeg)).toBeUndefined();
  });
});
