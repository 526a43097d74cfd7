type AttributeValue = { S?: string };
type Keyed = Record<string, AttributeValue>;

interface Written {
  Key?: Keyed;
  Item?: Keyed;
}

/** What of a request tells its subject. */
export interface Asked {
  Key?: Keyed;
  Item?: Keyed;
  IndexName?: string;
  ExpressionAttributeValues?: Record<string, AttributeValue>;
  RequestItems?: Record<string, { Keys?: Keyed[] }>;
  TransactItems?: Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Written>>[];
}

/** The kind of an item: its sort key without the ids in it. */
const kindOf = (key: Keyed | undefined): string => (key?.sk?.S ?? '?').split('#')[0] ?? '?';

/** A partition's kind: its name without ids, shards and days. */
const partitionKind = (name: string): string =>
  name
    .split('#')
    .filter((part) => /^[A-Z][A-Z_]+$/.test(part))
    .join(' ');

/** Kinds with their number, such as "2 SLOT, CALL". */
const counted = (kinds: string[]): string =>
  [...new Set(kinds)]
    .sort()
    .map((kind) => {
      const n = kinds.filter((each) => each === kind).length;
      return n === 1 ? kind : `${n} ${kind}`;
    })
    .join(', ');

/** Kinds without their number: how many there are depends on how much came together. */
const distinct = (kinds: string[]): string => [...new Set(kinds)].sort().join(', ');

const partitionOf = ({ ExpressionAttributeValues: values = {} }: Asked): string =>
  Object.values(values).flatMap(({ S }) => (S?.includes('#') ? [partitionKind(S)] : []))[0] ?? '?';

/** What a request is about, in words: the operation and the kinds of its items. */
export const whatIsAsked = (operation: string, asked: Asked): string => {
  if (asked.TransactItems) {
    const written = asked.TransactItems.flatMap((item) => Object.values(item));
    return `${operation} ${distinct(written.map(({ Key, Item }) => kindOf(Key ?? Item)))}`;
  }
  if (asked.RequestItems) {
    const keys = Object.values(asked.RequestItems).flatMap(({ Keys = [] }) => Keys);
    return `${operation} ${distinct(keys.map(kindOf))}`;
  }
  if (asked.ExpressionAttributeValues && !asked.Key && !asked.Item)
    return `${operation} ${asked.IndexName ? `${asked.IndexName} of ` : ''}${partitionOf(asked)}`;
  return `${operation} ${counted([kindOf(asked.Key ?? asked.Item)])}`;
};
