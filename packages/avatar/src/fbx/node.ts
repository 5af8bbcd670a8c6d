/** Strings, bytes, and typed arrays have only one encoding each. Numbers need a type: see `int`, `long`, `double`, and `bool`. */
export type Property = string | Uint8Array | Float64Array | Float32Array | Int32Array | BigInt64Array | Scalar;

/** A number, and its type letter in the file. */
export interface Scalar {
  type: 'C' | 'I' | 'L' | 'D';
  value: number;
}

/** A record in an FBX file: a name, values, and child records. */
export interface FbxNode {
  name: string;
  properties: readonly Property[];
  children: readonly FbxNode[];
}

export const int = (value: number): Scalar => ({ type: 'I', value });
export const double = (value: number): Scalar => ({ type: 'D', value });
export const bool = (value: boolean): Scalar => ({ type: 'C', value: value ? 1 : 0 });
/** A 64-bit integer. The values we write (IDs, and ticks up to a few hours) are exact as doubles. */
export const long = (value: number): Scalar => ({ type: 'L', value });

export const node = (name: string, properties: readonly Property[], children: readonly FbxNode[] = []): FbxNode => ({
  name,
  properties,
  children,
});

/** Returns the full name of an object: its name, two separator bytes, and its class. */
export const objectName = (name: string, kind: string): string => `${name}\u0000\u0001${kind}`;

/** An entry in a property list: name, type, label, flags (`A` for animatable, `U` for user-defined), and values. */
export const property = (name: string, type: string, label: string, flags: string, ...values: readonly Property[]): FbxNode =>
  node('P', [name, type, label, flags, ...values]);

export const properties = (entries: readonly FbxNode[]): FbxNode => node('Properties70', [], entries);

/** Property list entries of common types. */
export const entry = {
  int: (name: string, value: number) => property(name, 'int', 'Integer', '', int(value)),
  enumeration: (name: string, value: number) => property(name, 'enum', '', '', int(value)),
  bool: (name: string, value: boolean) => property(name, 'bool', '', '', int(value ? 1 : 0)),
  double: (name: string, value: number) => property(name, 'double', 'Number', '', double(value)),
  time: (name: string, ticks: number) => property(name, 'KTime', 'Time', '', long(ticks)),
  text: (name: string, value: string) => property(name, 'KString', '', '', value),
  url: (name: string, value: string) => property(name, 'KString', 'Url', '', value),
  /** A number that curves can animate. */
  number: (name: string, value: number) => property(name, 'Number', '', 'A', double(value)),
  color: (name: string, rgb: readonly [number, number, number]) => property(name, 'Color', '', 'A', ...rgb.map(double)),
  vector: (name: string, xyz: readonly [number, number, number]) => property(name, 'Vector3D', 'Vector', '', ...xyz.map(double)),
  /** `Lcl Translation`, `Lcl Rotation`, or `Lcl Scaling`. The type equals the name. */
  local: (name: string, xyz: readonly [number, number, number]) => property(name, name, '', 'A', ...xyz.map(double)),
};
