/**
 * What a request changes: the given fields under the names of the record. A field that was not given stays; null is a
 * value.
 */
export const fieldChanges = <Given extends object, Changed extends object>(
  names: Record<keyof Given, keyof Changed>,
  given: Given,
): Partial<Changed> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = given[from as keyof Given];
      return value === undefined ? [] : [[to, value]];
    }),
  ) as Partial<Changed>;
