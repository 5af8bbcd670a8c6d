export interface PolicyOptions {
  /** Origin of the bucket with client files. */
  files: string;
  /** True to allow style attributes, which the templates of the API reference need. */
  inlineStyles: boolean;
}

/**
 * Returns the Content-Security-Policy for a page. It allows scripts from the page's own origin, and requests to that origin and the bucket,
 * but no frames, forms, or plug-ins. `blob:` is for recordings, images, and textures in memory, and `data:` is for icons in style sheets.
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
