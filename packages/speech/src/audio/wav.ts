import { type Audio, SpeechError } from '../speech.ts';

/**
 * Total size of the RIFF header, the `fmt ` chunk, and the `data` header, in bytes (Microsoft and IBM, "Multimedia Programming Interface",
 * 1991).
 */
const HEADER_BYTES = 44;
const PCM = 1;
const FULL_SCALE = 32767;

/** Encodes audio as a WAV file (16-bit PCM, mono). Samples outside -1..1 are clipped. */
export function encodeWav({ samples, sampleRate }: Audio): Uint8Array {
  const file = Buffer.alloc(HEADER_BYTES + 2 * samples.length);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(2 * sampleRate, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(2 * samples.length, 40);
  const pcm = new Int16Array(file.buffer, file.byteOffset + HEADER_BYTES, samples.length);
  for (let i = 0; i < samples.length; i++) pcm[i] = Math.round(Math.max(-1, Math.min(1, samples[i]!)) * FULL_SCALE);
  return file;
}

/**
 * Decodes the format that `encodeWav` writes. Skips other chunks, and reads as much of a truncated data chunk as there is.
 * @throws SpeechError for any other file
 */
export function decodeWav(bytes: Uint8Array): Audio {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw notWav('it does not begin with a RIFF/WAVE header');
  }
  let sampleRate = 0;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const body = file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4));
    if (name === 'fmt ') sampleRate = readFormat(body);
    if (name === 'data') {
      if (sampleRate === 0) throw notWav('its data chunk comes before its format chunk');
      return { samples: readSamples(body), sampleRate };
    }
    // Chunks are padded to an even length.
    at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) % 2);
  }
  throw notWav('it has no data chunk');
}

function readFormat(body: Buffer): number {
  if (body.length < 16) throw notWav('its format chunk is too short');
  const [codec, channels, bits] = [body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt16LE(14)];
  if (codec !== PCM || channels !== 1 || bits !== 16) {
    throw notWav(`it has codec ${codec}, ${channels} channels, and ${bits} bits`);
  }
  const sampleRate = body.readUInt32LE(4);
  if (sampleRate === 0) throw notWav('its sample rate is 0');
  return sampleRate;
}

function readSamples(body: Buffer): Float32Array {
  const samples = new Float32Array(body.length >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.max(-1, body.readInt16LE(2 * i) / FULL_SCALE);
  return samples;
}

const notWav = (why: string) => new SpeechError('Unreadable audio', `The audio is not a mono WAV file of 16-bit PCM: ${why}.`, 'audio');
