/** Writes ONNX models (onnx.proto3), using only the parts of protobuf that a small model needs. */

/** Tensor element types (`TensorProto.DataType`). */
const TYPES = { float: 1, int64: 7 } as const;

type ElementType = keyof typeof TYPES;

/** Protobuf wire types. */
const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const integer = (field: number, value: number): Buffer => Buffer.concat([varint((field << 3) | VARINT), varint(value)]);

function bytes(field: number, value: Uint8Array | string): Buffer {
  const content = Buffer.from(value as Uint8Array);
  return Buffer.concat([varint((field << 3) | BYTES), varint(content.length), content]);
}

function float(field: number, value: number): Buffer {
  const content = Buffer.alloc(4);
  content.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | FIXED32), content]);
}

const message = (field: number, ...parts: Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

/** A whole number or a list of whole numbers. Any other number is a `Float`. */
export type Attribute = number | number[] | { float: number };

function attribute(name: string, value: Attribute): Buffer {
  if (typeof value === 'number') return message(5, bytes(1, name), integer(3, value), integer(20, 2));
  if (Array.isArray(value)) return message(5, bytes(1, name), ...value.map((one) => integer(8, one)), integer(20, 7));
  return message(5, bytes(1, name), float(2, value.float), integer(20, 1));
}

/** A tensor that is stored in the model. */
export interface Constant {
  name: string;
  dims: number[];
  data: Float32Array | BigInt64Array;
}

function tensor({ name, dims, data }: Constant): Buffer {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const type = data instanceof Float32Array ? TYPES.float : TYPES.int64;
  return message(5, ...dims.map((size) => integer(1, size)), integer(2, type), bytes(8, name), bytes(9, raw));
}

/** An input or output. If a dimension has a name, it may have any size. */
export interface Value {
  name: string;
  type: ElementType;
  dims: (number | string)[];
}

function value(field: number, { name, type, dims }: Value): Buffer {
  const sizes = dims.map((size) => message(1, typeof size === 'number' ? integer(1, size) : bytes(2, size)));
  return message(field, bytes(1, name), message(2, message(1, integer(1, TYPES[type]), message(2, ...sizes))));
}

/** An operation in the graph. */
export interface Node {
  op: string;
  inputs: string[];
  outputs: string[];
  attributes?: Readonly<Record<string, Attribute>>;
}

function node({ op, inputs, outputs, attributes = {} }: Node): Buffer {
  return message(
    1,
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
  );
}

export interface Graph {
  nodes: Node[];
  constants: Constant[];
  inputs: Value[];
  outputs: Value[];
}

/** Writes a model with operator set 17, which is the lowest that has all operations used in the tests. */
export function writeModel({ nodes, constants, inputs, outputs }: Graph): Buffer {
  const graph = [
    ...nodes.map(node),
    bytes(2, 'voice'),
    ...constants.map(tensor),
    ...inputs.map((input) => value(11, input)),
    ...outputs.map((output) => value(12, output)),
  ];
  return Buffer.concat([integer(1, 8), message(7, ...graph), message(8, integer(2, 17))]);
}
