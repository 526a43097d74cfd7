/** As DynamoDB counts: names and values in UTF-8, a little for each element of a list or map. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 1;
  if (value === null || typeof value !== 'object') return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + sizeOf(each) + 1, 3);
  return itemSize(value) + Object.keys(value).length + 3;
};

/** Bytes of an item. */
export const itemSize = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);
