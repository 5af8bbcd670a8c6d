/**
 * Decides whether to send the compressed copy. For a redirect, the `Accept-Encoding` header decides, because clients send the same headers
 * to the target. A URL in JSON may be passed to another program, so it requires `encoding=gzip`. Range requests always refer to the
 * uncompressed file.
 */
export function wantsCompressed(
  encoding: string | undefined,
  format: 'redirect' | 'json',
  headers: Readonly<Record<string, string | undefined>> | null,
): boolean {
  if (encoding === 'gzip') return true;
  const header = (name: string) => Object.entries(headers ?? {}).find(([own]) => own.toLowerCase() === name)?.[1];
  return format === 'redirect' && header('range') === undefined && acceptsGzip(header('accept-encoding') ?? '');
}

/** True if an `Accept-Encoding` header lists gzip with a weight above 0 (RFC 9110, section 12.5.3). */
export function acceptsGzip(header: string): boolean {
  return header.split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return (name === 'gzip' || name === 'x-gzip') && (weight === undefined || Number(weight) > 0);
  });
}
