import { expect } from '@jest/globals';
import { ConditionFailed } from '#shared/store/table/table.ts';

export const A = { pk: 'P', sk: 'A' };
export const B = { pk: 'P', sk: 'B' };

export const failureOf = async (pending: Promise<unknown>): Promise<ConditionFailed> => {
  const error: unknown = await pending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConditionFailed);
  return error as ConditionFailed;
};

/** The item without the mark that a conditional write leaves. */
export const withoutMark = (item: object | undefined): object | undefined => {
  if (!item) return undefined;
  const { wid: _, ...rest } = item as Record<string, unknown>;
  return rest;
};
