import { PAGE, type Routine, writeModule } from './module.ts';

/** What is used of WebAssembly, for which Node's types have no values. */
interface Engine {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number; maximum: number }) => Memory;
  Instance: new (module: object, imports: object) => { exports: object };
}

/** Bytes that a program works in. They move when they grow: take `buffer` anew after that. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A compiled module. */
export interface Program<Exports> {
  /**
   * Starts it in a memory of its own.
   *
   * @param bytes of memory that it needs; what is never written takes none of the machine's
   * @param most bytes that it may grow to
   */
  start(bytes: number, most?: number): { exports: Exports; memory: Memory };
}

const engine = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;

/** Pages that hold so many bytes. */
export const pagesOf = (bytes: number): number => Math.ceil(bytes / PAGE);

/** Compiles functions, once they are first asked for. */
export function program<Exports extends object>(routines: readonly Routine[]): Program<Exports> {
  let compiled: object | undefined;
  return {
    start(bytes, most = bytes) {
      compiled ??= new engine.Module(writeModule(routines));
      const memory = new engine.Memory({ initial: pagesOf(bytes), maximum: pagesOf(most) });
      const { exports } = new engine.Instance(compiled, { host: { memory } });
      return { exports: exports as Exports, memory };
    },
  };
}
