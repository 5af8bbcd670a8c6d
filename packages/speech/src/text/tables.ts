/** Looks up a name sent by a client. It may be the name of a property that every object has, such as "constructor". */
export const lookUp = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
