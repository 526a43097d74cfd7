/** A list in pieces of at most this many. */
export const chunked = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Adds up, field by field, what several objects of numbers say. */
export const sumFields = <Field extends string>(
  all: readonly Partial<Record<Field, number>>[],
): Partial<Record<Field, number>> => {
  const sum: Partial<Record<Field, number>> = {};
  for (const numbers of all) {
    for (const [field, number] of Object.entries<number>(numbers as Record<Field, number>)) {
      sum[field as Field] = (sum[field as Field] ?? 0) + number;
    }
  }
  return sum;
};

/** The fields that were given. */
export const defined = <Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
