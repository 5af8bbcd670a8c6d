const formats = new Map<string, Intl.NumberFormat>();

/** Intl's number format, created once for each language and its options: creating one takes far longer than formatting a number. */
export function numberFormat(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, options);
  formats.set(key, format);
  return format;
}
