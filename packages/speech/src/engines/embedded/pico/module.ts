/** An item that the engine passes from one stage to the next: a phone, a mark, a syllable, or another item. */
export type PicoItem = PhoneItem | MarkItem | SyllableItem;

/** `id` is from the voice's phone table; `seconds` is exact, because the signal consists of these frames. */
export interface PhoneItem {
  kind: 'phone';
  id: number;
  seconds: number;
}

export interface MarkItem {
  kind: 'mark';
  name: string;
}

export interface SyllableItem {
  kind: 'syllable';
  phones: readonly number[];
  stress: 0 | 1 | 2;
}

/** The part of the package that is used here. Its functions take and return addresses in `HEAPU8`. */
export interface PicoModule {
  readonly HEAPU8: Uint8Array;
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
  _malloc(bytes: number): number;
  _pico_initialize(memory: number, bytes: number, system: number): number;
  _pico_loadResource(system: number, path: number, resource: number): number;
  _pico_getResourceName(system: number, resource: number, name: number): number;
  _pico_createVoiceDefinition(system: number, voice: number): number;
  _pico_addResourceToVoiceDefinition(system: number, voice: number, name: number): number;
  _pico_newEngine(system: number, voice: number, engine: number): number;
  _pico_putTextUtf8(engine: number, text: number, bytes: number, count: number): number;
  _pico_getData(engine: number, buffer: number, bytes: number, received: number, type: number): number;
}

export function readUint32({ HEAPU8 }: PicoModule, at: number): number {
  return (HEAPU8[at]! | (HEAPU8[at + 1]! << 8) | (HEAPU8[at + 2]! << 16) | (HEAPU8[at + 3]! << 24)) >>> 0;
}

export const readInt16 = ({ HEAPU8 }: PicoModule, at: number): number => ((HEAPU8[at]! | (HEAPU8[at + 1]! << 8)) << 16) >> 16;
