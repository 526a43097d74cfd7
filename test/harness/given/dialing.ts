import type { DialingSettings } from '#shared/domain/account/dialing-settings.ts';
import { keys } from '#shared/store/keys.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** Sets how much an account may dial; what is left out has its default. */
export const givenBounds = (accountId: string, bounds: Partial<DialingSettings>): Promise<void> =>
  testTable().write({ update: keys.dialing(accountId), set: bounds, add: { version: 1 } });
