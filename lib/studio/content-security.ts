/** Which page a Content-Security-Policy is for. */
export interface PolicyOptions {
  /** Origin of the bucket that clients' files are read from and sent to. */
  files: string;
  /** Whether the page may have style attributes: the API reference sets some from its templates. */
  inlineStyles: boolean;
}

/**
 * The Content-Security-Policy of a page: scripts from the page's own origin only, requests to that origin and to the bucket of files
 * only, no frames, no forms that are sent, no plug-ins.
 *
 * `blob:` is for recordings, pictures and textures that the page holds in memory; `data:` for icons of style sheets.
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
