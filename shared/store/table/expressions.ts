import type { Attributes, Condition, UpdateOperation } from './table.ts';

/** Collects the placeholders of one request, because DynamoDB reserves many attribute names. */
export class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};
  #next = 0;

  name(path: string): string {
    return path
      .split('.')
      .map((part) => {
        const placeholder = `#${part.replace(/\W/g, '_')}`;
        this.names[placeholder] = part;
        return placeholder;
      })
      .join('.');
  }

  value(value: unknown): string {
    const placeholder = `:v${this.#next++}`;
    this.values[placeholder] = value;
    return placeholder;
  }

  /** The request's fields; empty maps are left out, because DynamoDB refuses them. */
  fields(): { ExpressionAttributeNames?: Record<string, string>; ExpressionAttributeValues?: Record<string, unknown> } {
    return {
      ...(Object.keys(this.names).length > 0 && { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    };
  }
}

const conditionText = (condition: Condition, at: Placeholders): string => {
  switch (condition.test) {
    case 'present':
      return `attribute_exists(${at.name(condition.field)})`;
    case 'absent':
      return `attribute_not_exists(${at.name(condition.field)})`;
    case 'in':
      return `${at.name(condition.field)} IN (${condition.values.map((value) => at.value(value)).join(', ')})`;
    case 'contains':
      return `contains(${at.name(condition.field)}, ${at.value(condition.value)})`;
    case 'any':
      return `(${condition.of.map((each) => conditionText(each, at)).join(' OR ')})`;
    default:
      return `${at.name(condition.field)} ${condition.test} ${at.value(condition.value)}`;
  }
};

export const allOf = (conditions: Condition[], at: Placeholders): string =>
  conditions.map((condition) => conditionText(condition, at)).join(' AND ');

export const updateText = (operation: UpdateOperation, extra: Attributes, at: Placeholders): string => {
  const set = Object.entries({ ...operation.set, ...extra }).filter(([, value]) => value !== undefined);
  const add = Object.entries(operation.add ?? {});
  const remove = operation.remove ?? [];
  return [
    set.length > 0 && `SET ${set.map(([field, value]) => `${at.name(field)} = ${at.value(value)}`).join(', ')}`,
    add.length > 0 && `ADD ${add.map(([field, value]) => `${at.name(field)} ${at.value(value)}`).join(', ')}`,
    remove.length > 0 && `REMOVE ${remove.map((field) => at.name(field)).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ');
};
