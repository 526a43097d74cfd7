import type { Attributes, Condition, Key, UpdateOperation } from '#shared/store/table/table.ts';

export type Item = Key & Attributes;

/** DynamoDB's word for a request that can never succeed. */
export class ValidationError extends Error {
  override readonly name = 'ValidationException';
}

/** A deep copy without undefined fields, as the document client makes it. */
export const copy = <T>(value: T): T => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  if (value instanceof Uint8Array) return Uint8Array.from(value) as T;
  const copied: Record<string, unknown> = {};
  for (const field in value) {
    const inner: unknown = value[field];
    if (inner !== undefined) copied[field] = typeof inner === 'object' ? copy(inner) : inner;
  }
  return copied as T;
};

const valueAt = (item: Item | undefined, path: string): unknown => {
  if (item === undefined) return undefined;
  if (!path.includes('.')) return item[path];
  return path.split('.').reduce<unknown>((value, part) => (value as Attributes | undefined)?.[part], item);
};

const areEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Ordered comparisons hold between two numbers or two strings only. */
const isBetween = (one: unknown, test: string, other: unknown): boolean => {
  if (typeof one !== typeof other || (typeof one !== 'number' && typeof one !== 'string')) return false;
  const [left, right] = [one, other as typeof one];
  if (test === '<') return left < right;
  if (test === '<=') return left <= right;
  return test === '>' ? left > right : left >= right;
};

const holds = (item: Item | undefined, condition: Condition): boolean => {
  if (condition.test === 'any') return condition.of.some((each) => holds(item, each));
  const found = valueAt(item, condition.field);
  switch (condition.test) {
    case 'present':
      return found !== undefined;
    case 'absent':
      return found === undefined;
    case '=':
      return found !== undefined && areEqual(found, condition.value);
    case '<>':
      return !areEqual(found, condition.value);
    case 'in':
      return found !== undefined && condition.values.some((value) => areEqual(found, value));
    case 'contains':
      return (typeof found === 'string' || Array.isArray(found)) && found.includes(condition.value);
    default:
      return isBetween(found, condition.test, condition.value);
  }
};

export const allHold = (item: Item | undefined, conditions: Condition[] = []): boolean =>
  conditions.every((condition) => holds(item, condition));

/** The item with one path changed; the original stays untouched. */
const withPath = (item: Attributes, path: string, change: (parent: Attributes, field: string) => void): Attributes => {
  const [field = '', ...rest] = path.split('.');
  const changed = { ...item };
  if (rest.length === 0) {
    change(changed, field);
    return changed;
  }
  const inner = item[field];
  if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) {
    throw new ValidationError('The document path provided in the update expression is invalid for update.');
  }
  changed[field] = withPath(inner as Attributes, rest.join('.'), change);
  return changed;
};

/** The item after an update; an item that does not exist begins with its key alone. */
export const updated = (before: Item | undefined, operation: UpdateOperation, marks: Attributes): Item => {
  const set = Object.entries({ ...operation.set, ...marks }).filter(([, value]) => value !== undefined);
  const add = Object.entries(operation.add ?? {});
  const remove = operation.remove ?? [];
  if (set.length + add.length + remove.length === 0) throw new ValidationError('The update changes nothing.');
  let item: Attributes = { ...(before ?? { pk: operation.update.pk, sk: operation.update.sk }) };
  for (const [path, value] of set) {
    if (!path.includes('.')) item[path] = copy(value);
    else {
      item = withPath(item, path, (parent, field) => {
        parent[field] = copy(value);
      });
    }
  }
  for (const [field, difference] of add) item[field] = ((before?.[field] as number | undefined) ?? 0) + difference;
  for (const path of remove) {
    if (!path.includes('.')) delete item[path];
    else {
      item = withPath(item, path, (parent, field) => {
        delete parent[field];
      });
    }
  }
  return item as Item;
};
