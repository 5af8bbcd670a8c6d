/** What a table has under a name that a client wrote, which may be one that every object has, such as "constructor". */
export const lookUp = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
