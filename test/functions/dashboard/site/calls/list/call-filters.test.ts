import { describe, expect, test } from '@jest/globals';
import { filtersIn, isFiltered, listingOf } from '#functions/dashboard/site/calls/list/call-filters.ts';

describe('the filters of an address', () => {
  test('are those that the list knows', () => {
    const filters = filtersIn({ status: 'ended', outcome: 'busy', assistant: 'asst_1', new: 'call', cursor: 'abc' });
    expect(filters).toEqual({ status: 'ended', outcome: 'busy', assistant: 'asst_1' });
    expect(isFiltered(filters)).toBe(true);
  });

  test('leave out what no list can be filtered by', () => {
    const filters = filtersIn({ status: 'gone', direction: 'sideways', from: 'yesterday', to: '', campaign: '' });
    expect(filters).toEqual({});
    expect(isFiltered(filters)).toBe(false);
  });
});

describe('the list that is asked for', () => {
  test('has the names of the API', () => {
    const listing = listingOf({ direction: 'outbound', assistant: 'asst_1', campaign: 'camp_1', contact: 'cont_1' });
    expect(listing).toEqual({
      direction: 'outbound',
      assistantId: 'asst_1',
      campaignId: 'camp_1',
      contactId: 'cont_1',
    });
  });

  test('goes from the midnight that begins the first day to the one that ends the last, on the clock of the browser', () => {
    expect(listingOf({ from: '2026-03-28', to: '2026-03-29' })).toEqual({
      from: new Date(2026, 2, 28).toISOString(),
      to: new Date(2026, 2, 30).toISOString(),
    });
    expect(listingOf({ to: '2026-12-31' })).toEqual({ to: new Date(2027, 0, 1).toISOString() });
  });
});
