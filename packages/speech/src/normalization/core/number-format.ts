const formats = new Map<string, Intl.NumberFormat>();

/** Returns a cached number format for a language and its options. Creating one takes far longer than formatting a number. */
export function numberFormat(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, options);
  formats.set(key, format);
  return format;
}
