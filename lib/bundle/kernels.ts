import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders with AssemblyScript kernels, which are compiled to WebAssembly. */
const KERNELS = [
  'packages/avatar/src/render/kernel',
  'packages/avatar/src/video/kernel',
  'packages/speech/src/alignment/kernel',
  'packages/actors/src/geometry/mesh/kernel',
];

/** Options for the fastest code, with SIMD and without an allocator, because the caller lays out the memory. */
const OPTIONS = ['--optimizeLevel', '3', '--converge', '--enable', 'simd', '--runtime', 'stub'];

/** Compilation timeout for a kernel, ms. On an idle machine, it takes two seconds. */
const COMPILE_TIMEOUT = 120_000;

/**
 * Compiles each kernel into a TypeScript module next to its folder, `kernel.wasm.ts`, unless the sources and the compiler are unchanged.
 * The module contains the code as text, so it is imported like any other. It is committed, so running the service does not require the
 * compiler.
 * @param root project folder
 * @param kernels kernel folders in it
 * @returns the compiled kernels
 * @throws Error with the compiler's messages (file, line, problem), or if a kernel has changed and the compiler is not installed
 */
export function compileKernels(root: string, kernels: readonly string[] = KERNELS): string[] {
  return kernels.filter((kernel) => {
    const target = join(root, `${kernel}.wasm.ts`);
    const sources = globSync(`${kernel}/*.ts`, { cwd: root }).sort();
    const key = keyOf(root, sources);
    if (existsSync(target) && readFileSync(target, 'utf8').includes(key)) return false;
    // Another process may read or write the module at the same time.
    const part = `${target}.${process.pid}`;
    writeFileSync(part, writeModule(kernel, compile(root, sources), key));
    renameSync(part, target);
    return true;
  });
}

/** Returns a hash of the sources, the compiler's version in package.json, and its options. */
function keyOf(root: string, sources: readonly string[]): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(devDependencies.assemblyscript);
  for (const file of sources) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.update(OPTIONS.join(' ')).digest('hex');
}

/** Compiles the sources' exported functions and their memory to a WebAssembly module. */
function compile(root: string, sources: readonly string[]): Buffer {
  const compiler = join(root, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
  if (!existsSync(compiler)) throw new Error(`${sources[0]} must be compiled, but the compiler is not installed; run "npm ci"`);
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  try {
    const out = join(folder, 'kernel.wasm');
    execFileSync(process.execPath, [compiler, ...sources, '--outFile', out, ...OPTIONS], {
      cwd: root,
      stdio: 'pipe',
      timeout: COMPILE_TIMEOUT,
    });
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const writeModule = (kernel: string, code: Buffer, key: string): string => `\
// Compiled from ${kernel} by \`npm run kernels\`.
// ${key}

/** The part of WebAssembly that is used; Node's types declare no values for it. */
interface Engine {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: object };
}

/**
 * Starts the kernel with separate memory.
 *
 * @returns the functions that its sources export, and \`memory\`, empty
 */
export function startKernel<Exports extends object>(): Exports {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
  return new Instance(new Module(Buffer.from(CODE, 'base64'))).exports as Exports;
}

const CODE =
  '${code.toString('base64')}';
`;
