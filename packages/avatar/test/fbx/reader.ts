import { inflateSync } from 'node:zlib';

/** A typed value. */
export interface Value {
  type: string;
  value: string | number | bigint | boolean | Uint8Array | number[] | bigint[];
}

/** A record in the file. */
export interface RecordOf {
  name: string;
  values: Value[];
  children: RecordOf[];
  /** True if its children end with an empty record. */
  list: boolean;
}

export interface FbxFile {
  version: number;
  records: RecordOf[];
  footer: Uint8Array;
  /** Offset at which the footer begins. */
  footerStart: number;
}

const MAGIC = 'Kaydara FBX Binary  \0\x1a\0';

/** Reads a binary FBX 7.4 file byte by byte. @throws Error on any inconsistency */
export function readFbx(file: Uint8Array): FbxFile {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 0, 23) !== MAGIC) throw new Error('not a binary FBX');
  const version = bytes.readUInt32LE(23);
  if (version !== 7400) throw new Error(`version ${version}`);
  const records: RecordOf[] = [];
  let offset = 27;
  for (;;) {
    const read = readRecord(bytes, offset, bytes.length);
    offset = read.end;
    if (!read.record) break;
    records.push(read.record);
  }
  return { version, records, footer: bytes.subarray(offset), footerStart: offset };
}

function readRecord(bytes: Buffer, start: number, limit: number): { record?: RecordOf; end: number } {
  const end = bytes.readUInt32LE(start);
  const count = bytes.readUInt32LE(start + 4);
  const valueBytes = bytes.readUInt32LE(start + 8);
  const nameBytes = bytes.readUInt8(start + 12);
  let offset = start + 13;
  if (end === 0) {
    if (count + valueBytes + nameBytes !== 0) throw new Error(`an empty record that is not empty at ${start}`);
    return { end: offset };
  }
  if (end > limit) throw new Error(`a record at ${start} ends at ${end}, beyond ${limit}`);
  const name = bytes.toString('utf8', offset, offset + nameBytes);
  offset += nameBytes;
  const valuesEnd = offset + valueBytes;
  const values: Value[] = [];
  for (let i = 0; i < count; i++) {
    const read = readValue(bytes, offset);
    values.push(read.value);
    offset = read.end;
  }
  if (offset !== valuesEnd) throw new Error(`the values of ${name} at ${start} end at ${offset}, not ${valuesEnd}`);
  const children: RecordOf[] = [];
  const list = offset < end;
  while (offset < end) {
    const read = readRecord(bytes, offset, end);
    offset = read.end;
    if (read.record) children.push(read.record);
    else if (offset !== end) throw new Error(`${name} at ${start} continues after its empty record`);
    else return { record: { name, values, children, list }, end };
  }
  if (list) throw new Error(`the children of ${name} at ${start} lack a final empty record`);
  return { record: { name, values, children, list }, end };
}

function readValue(bytes: Buffer, start: number): { value: Value; end: number } {
  const type = String.fromCharCode(bytes[start]!);
  const at = start + 1;
  const scalar = (value: Value['value'], width: number) => ({ value: { type, value }, end: at + width });
  if (type === 'C') return scalar(bytes.readUInt8(at) === 1, 1);
  if (type === 'Y') return scalar(bytes.readInt16LE(at), 2);
  if (type === 'I') return scalar(bytes.readInt32LE(at), 4);
  if (type === 'F') return scalar(bytes.readFloatLE(at), 4);
  if (type === 'D') return scalar(bytes.readDoubleLE(at), 8);
  if (type === 'L') return scalar(bytes.readBigInt64LE(at), 8);
  if (type === 'S' || type === 'R') {
    const length = bytes.readUInt32LE(at);
    const content = bytes.subarray(at + 4, at + 4 + length);
    if (content.length !== length) throw new Error(`the text at ${start} is truncated`);
    return scalar(type === 'S' ? new TextDecoder('utf-8', { fatal: true }).decode(content) : content, 4 + length);
  }
  return readArray(bytes, type, at);
}

const WIDTHS: Readonly<Record<string, number>> = { d: 8, f: 4, i: 4, l: 8 };

function readArray(bytes: Buffer, type: string, at: number): { value: Value; end: number } {
  const width = WIDTHS[type];
  if (!width) throw new Error(`a value of type ${type} at ${at - 1}`);
  const [count, encoding, length] = [0, 4, 8].map((skip) => bytes.readUInt32LE(at + skip)) as [number, number, number];
  const content = bytes.subarray(at + 12, at + 12 + length);
  if (encoding > 1) throw new Error(`an array of encoding ${encoding}`);
  const raw = encoding === 1 ? inflateSync(content) : content;
  if (raw.length !== count * width) throw new Error(`an array of ${count} values has ${raw.length} bytes`);
  const read = {
    d: (i: number) => raw.readDoubleLE(8 * i),
    f: (i: number) => raw.readFloatLE(4 * i),
    i: (i: number) => raw.readInt32LE(4 * i),
    l: (i: number) => raw.readBigInt64LE(8 * i),
  }[type] as (i: number) => number;
  return { value: { type, value: Array.from({ length: count }, (_, i) => read(i)) }, end: at + 12 + length };
}

/** Returns the first child record that has the given name. */
export function child(record: { children: RecordOf[] }, name: string): RecordOf {
  const found = record.children.find((one) => one.name === name);
  if (!found) throw new Error(`the record does not contain ${name}`);
  return found;
}

/** Returns the top-level record that has the given name. */
export const top = ({ records }: FbxFile, name: string): RecordOf => child({ children: records }, name);

/** Returns the value of a child record that has only one value. */
export const onlyValue = <T extends Value['value']>(record: RecordOf, name: string): T => child(record, name).values[0]!.value as T;

/** Returns the values of an entry in the property list of a record. */
export function propertyOf(record: RecordOf, name: string): Value['value'][] {
  const found = child(record, 'Properties70').children.find(({ values }) => values[0]!.value === name);
  if (!found) throw new Error(`no property ${name}`);
  return found.values.slice(4).map(({ value }) => value);
}

/** An object, with its ID, name, and kind as separate fields. */
export interface ObjectOf extends RecordOf {
  id: bigint;
  label: string;
  className: string;
  kind: string;
}

export const objectsOf = (file: FbxFile, name?: string): ObjectOf[] =>
  top(file, 'Objects')
    .children.filter((record) => name === undefined || record.name === name)
    .map((record) => {
      const [id, full, kind] = record.values.map(({ value }) => value) as [bigint, string, string];
      const [label = '', className = ''] = full.split('\0\x01');
      return { ...record, id, label, className, kind };
    });

export interface Connection {
  type: string;
  child: bigint;
  parent: bigint;
  property: string | undefined;
}

export const connectionsOf = (file: FbxFile): Connection[] =>
  top(file, 'Connections').children.map(({ values }) => {
    const [type, from, to, property] = values.map(({ value }) => value) as [string, bigint, bigint, string | undefined];
    return { type, child: from, parent: to, property };
  });
