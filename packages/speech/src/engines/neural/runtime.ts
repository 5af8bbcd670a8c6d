import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Tensor {
  readonly data: Float32Array | BigInt64Array | Int32Array | Float64Array;
  readonly dims: readonly number[];
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

/** The part of the `onnxruntime-node` package that is used here. */
interface Runtime {
  Tensor: new (type: 'float32' | 'int64', data: Float32Array | BigInt64Array, dims: readonly number[]) => Tensor;
  InferenceSession: { create(path: string, options: object): Promise<Session> };
}

let runtime: Promise<Runtime> | undefined;
let runtimeFolder: string | undefined;

/**
 * Sets the folder whose `node_modules` contains `onnxruntime-node`. Call it before the first neural voice speaks. By default, Node.js
 * resolves the package.
 */
export function setRuntimeFolder(folder: string): void {
  runtimeFolder = folder;
}

/** Loads ONNX Runtime. @throws Error if it is not installed */
export function loadRuntime(): Promise<Runtime> {
  runtime ??= importRuntime();
  return runtime;
}

async function importRuntime(): Promise<Runtime> {
  const from = runtimeFolder === undefined ? import.meta.url : join(runtimeFolder, 'package.json');
  let path: string;
  try {
    path = createRequire(from).resolve('onnxruntime-node');
  } catch (cause) {
    throw new Error('ONNX Runtime is not installed: run "npm run voices:add" first', { cause });
  }
  const { default: module } = await import(pathToFileURL(path).href);
  return module;
}

/** Minimum severity for the ONNX Runtime log: errors. */
const LOG_ERRORS = 3;

/** The loaded model. Only one model is in memory at a time, to limit memory use. */
let loaded: { path: string; session: Promise<Session> } | undefined;

/** Loads a model unless it is already in memory. @throws Error for an invalid model */
export async function openSession(path: string): Promise<Session> {
  if (loaded?.path === path) return loaded.session;
  await closeSession();
  const session = createSession(path);
  loaded = { path, session };
  session.catch(() => {
    if (loaded?.session === session) loaded = undefined;
  });
  return session;
}

export async function closeSession(): Promise<void> {
  const before = loaded;
  loaded = undefined;
  await before?.session.then(
    (session) => session.release(),
    () => undefined,
  );
}

async function createSession(path: string): Promise<Session> {
  const { InferenceSession } = await loadRuntime();
  try {
    return await InferenceSession.create(path, {
      executionProviders: ['cpu'],
      intraOpNumThreads: availableParallelism(),
      interOpNumThreads: 1,
      // The arena would hold on to the memory needed for the longest sentence.
      enableCpuMemArena: false,
      logSeverityLevel: LOG_ERRORS,
    });
  } catch (cause) {
    throw new Error(`Cannot load the model ${path}: ${(cause as Error).message}`, { cause });
  }
}
