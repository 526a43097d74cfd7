/** Splits a list into chunks of at most `size`. */
export const chunked = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Sums objects of numbers field by field. */
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

/** Drops undefined fields. */
export const defined = <Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
