/** Declares the parts of the package that we use, because it comes without types. */
declare module 'gltf-validator' {
  interface Finding {
    code: string;
    message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    severity: number;
    /** A JSON pointer. */
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
