/** Types for the parts of the package that we use. It does not come with types. */
declare module 'gltf-validator' {
  interface Finding {
    code: string;
    message: string;
    /** 0 for an error, 1 for a warning, 2 for information, 3 for a hint. */
    severity: number;
    /** JSON pointer. */
    pointer?: string;
  }

  interface Report {
    issues: { numErrors: number; messages: Finding[]; truncated: boolean };
  }

  export function validateBytes(
    data: Uint8Array,
    options: { format: string; maxIssues: number; ignoredIssues: readonly string[]; writeTimestamp: boolean },
  ): Promise<Report>;
}
