import { compileTemplate } from './intrinsics.ts';
import { compilePath, compileTarget, type Data } from './path.ts';

interface Fields {
  readonly InputPath?: string | null | undefined;
  readonly OutputPath?: string | null | undefined;
  readonly Parameters?: unknown;
  readonly ResultSelector?: unknown;
  readonly ResultPath?: string | null | undefined;
}

/** Data flow through a state: InputPath → Parameters → (work) → ResultSelector → ResultPath → OutputPath. */
export interface Dataflow {
  prepare(raw: unknown, context: unknown): unknown;
  conclude(raw: unknown, result: unknown, context: unknown): unknown;
}

function compileFilter(path: string | null | undefined, where: string): (data: Data) => unknown {
  if (path === undefined) return ({ input }) => input;
  if (path === null) return () => ({});
  const compiled = compilePath(path, where);
  return (data) => compiled.read(data);
}

export function compileDataflow(fields: Fields, where: string): Dataflow {
  const filterInput = compileFilter(fields.InputPath, `${where}.InputPath`);
  const filterOutput = compileFilter(fields.OutputPath, `${where}.OutputPath`);
  const parameters = fields.Parameters === undefined ? undefined : compileTemplate(fields.Parameters, `${where}.Parameters`);
  const selector = fields.ResultSelector === undefined ? undefined : compileTemplate(fields.ResultSelector, `${where}.ResultSelector`);
  const { ResultPath = '$' } = fields;
  const put = ResultPath === null ? (input: unknown) => input : compileTarget(ResultPath, `${where}.ResultPath`);
  return {
    prepare(raw, context) {
      const input = filterInput({ input: raw, context });
      return parameters ? parameters({ input, context }) : input;
    },
    conclude(raw, result, context) {
      const selected = selector ? selector({ input: result, context }) : result;
      return filterOutput({ input: put(raw, selected), context });
    },
  };
}
