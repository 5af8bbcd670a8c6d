import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of kernels in AssemblyScript, which are compiled to WebAssembly. */
const KERNELS = [
  'packages/avatar/src/render/kernel',
  'packages/avatar/src/video/kernel',
  'packages/speech/src/alignment/kernel',
  'packages/actors/src/geometry/mesh/kernel',
];

/** Fastest code, with SIMD and without an allocator: the caller lays out the memory. */
const OPTIONS = ['--optimizeLevel', '3', '--converge', '--enable', 'simd', '--runtime', 'stub'];

/** Milliseconds that a kernel may take to compile; it takes two seconds on a machine that does nothing else. */
const COMPILE_TIMEOUT = 120_000;

/**
 * Compiles each kernel into a TypeScript module next to its folder, `kernel.wasm.ts`, unless the sources and the compiler are unchanged.
 * The module has the code as text, so that it is imported like any other. It is committed: running the service does not need the compiler.
 * @param root folder of the project
 * @param kernels folders in it
 * @returns the compiled kernels
 * @throws Error with the compiler's messages (file, line, problem), or when a kernel has changed and there is no compiler
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

/** A hash of the sources, the compiler's version from package.json, and its options. */
function keyOf(root: string, sources: readonly string[]): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(devDependencies.assemblyscript);
  for (const file of sources) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.update(OPTIONS.join(' ')).digest('hex');
}

/** The functions that the sources export, and their memory, as a WebAssembly module. */
function compile(root: string, sources: readonly string[]): Buffer {
  const compiler = join(root, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
  if (!existsSync(compiler)) throw new Error(`${sources[0]} must be compiled, and there is no compiler: run "npm ci"`);
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
