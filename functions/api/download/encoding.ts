/**
 * Whether to send a compressed copy. Clients send the same headers to a redirect's target, so their `Accept-Encoding` counts. A URL in JSON
 * may go to another program, so `encoding=gzip` must ask for it. Ranges are of the plain file.
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

/** Whether an `Accept-Encoding` header names gzip with a weight above 0 (RFC 9110, section 12.5.3). */
export function acceptsGzip(header: string): boolean {
  return header.split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return (name === 'gzip' || name === 'x-gzip') && (weight === undefined || Number(weight) > 0);
  });
}
