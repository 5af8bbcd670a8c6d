// Compiled from packages/speech/src/alignment/kernel by `npm run kernels`.
// 90abeb6691e395a2089ad188479c2dee7abe5d34bce1dd24e6d83bdaea335b10

/** The part of WebAssembly that is used; Node's types declare no values for it. */
interface Engine {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: object };
}

/**
 * Starts the kernel with separate memory.
 *
 * @returns the functions that its sources export, and `memory`, empty
 */
export function startKernel<Exports extends object>(): Exports {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
  return new Instance(new Module(Buffer.from(CODE, 'base64'))).exports as Exports;
}

const CODE =
  'AGFzbQEAAAABCAFgBH9/f38AAwIBAAUDAQAABxQCB21lYXN1cmUAAAZtZW1vcnkCAArjAgHgAgELeyAA/QAEACEEIAD9AAQQIQUgAP0ABCAhBiAA/QAEMCEHIAD9AARAIQggAP0ABFAhCSAA/QAEYCEKIAD9AARwIQsgAP0ABIABIQwgAP0ABJABIQ0DQCABIAJJBEAgAyAEIAH9AAQA/eUBIg4gDv3mASAGIAH9AAQg/eUBIg4gDv3mAf3kASAIIAH9AARA/eUBIg4gDv3mAf3kASAKIAH9AARg/eUBIg4gDv3mAf3kASAMIAH9AASAAf3lASIOIA795gH95AEgBSAB/QAEEP3lASIOIA795gEgByAB/QAEMP3lASIOIA795gH95AEgCSAB/QAEUP3lASIOIA795gH95AEgCyAB/QAEcP3lASIOIA795gH95AEgDSAB/QAEkAH95QEiDiAO/eYB/eQB/eQBIg79HwAgDv0fAZIgDv0fAiAO/R8DkpKROAIAIANBBGohAyABQaABaiEBDAELCws=';
