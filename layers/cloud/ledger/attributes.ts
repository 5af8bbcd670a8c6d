import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** Plain data as DynamoDB keeps it; what is undefined is left out. @throws TypeError see `attributeOf` */
export function attributesOf(value: object): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : [[name, attributeOf(part)]])),
  );
}

/** @throws TypeError for what rows do not have: the SDK knows of it, or says why it cannot be written */
function attributeOf(value: unknown): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return { N: String(value) };
  if (Array.isArray(value)) return { L: value.filter((part) => part !== undefined).map(attributeOf) };
  if (typeof value === 'object' && isPlain(value)) return { M: attributesOf(value) };
  throw new TypeError(`A row has a ${typeof value} that is no plain data`);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
