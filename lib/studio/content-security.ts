export interface PolicyOptions {
  /** Origin of the bucket for clients' files. */
  files: string;
  /** Whether style attributes are allowed: the API reference's templates set some. */
  inlineStyles: boolean;
}

/**
 * The Content-Security-Policy of a page: scripts from its own origin, requests to that origin and the bucket, no frames, forms or plug-ins.
 * `blob:` is for recordings, pictures and textures in memory, `data:` for icons of style sheets.
 */
export function contentSecurityPolicy({ files, inlineStyles }: PolicyOptions): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': inlineStyles ? "'self' 'unsafe-inline'" : "'self'",
    'img-src': `'self' blob: data: ${files}`,
    'media-src': `blob: ${files}`,
    'connect-src': `'self' blob: ${files}`,
    'worker-src': "'self'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
