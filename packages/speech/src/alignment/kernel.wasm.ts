// Compiled from packages/speech/src/alignment/kernel by `npm run kernels`.
// fc7865f4c17a0dc5ce7456540c80406b746693183c5982424d6916f37d3ea226

/** What is used of WebAssembly, for which Node's types have no values. */
interface Engine {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: object };
}

/**
 * Starts the kernel, in a memory of its own.
 *
 * @returns the functions that its sources export, and `memory`, empty
 */
export function startKernel<Exports extends object>(): Exports {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
  return new Instance(new Module(Buffer.from(CODE, 'base64'))).exports as Exports;
}

const CODE =
  'AGFzbQEAAAABCAFgBH9/f38AAwIBAAUDAQAABxQCB21lYXN1cmUAAAZtZW1vcnkCAArjAgHgAgELeyAA/QAEACEEIAD9AAQQIQUgAP0ABCAhBiAA/QAEMCEHIAD9AARAIQggAP0ABFAhCSAA/QAEYCEKIAD9AARwIQsgAP0ABIABIQwgAP0ABJABIQ0DQCABIAJJBEAgAyAEIAH9AAQA/eUBIg4gDv3mASAGIAH9AAQg/eUBIg4gDv3mAf3kASAIIAH9AARA/eUBIg4gDv3mAf3kASAKIAH9AARg/eUBIg4gDv3mAf3kASAMIAH9AASAAf3lASIOIA795gH95AEgBSAB/QAEEP3lASIOIA795gEgByAB/QAEMP3lASIOIA795gH95AEgCSAB/QAEUP3lASIOIA795gH95AEgCyAB/QAEcP3lASIOIA795gH95AEgDSAB/QAEkAH95QEiDiAO/eYB/eQB/eQBIg79HwAgDv0fAZIgDv0fAiAO/R8DkpKROAIAIANBBGohAyABQaABaiEBDAELCws=';
