import { describe, expect, test } from '@jest/globals';
import {
  isFiltered,
  listingOf,
  NO_FILTERS,
  offsetIn,
} from '#functions/dashboard/site/contacts/list/contact-filters.ts';

describe('the filters in an address', () => {
  test('are those of the API', () => {
    const query = { search: 'ada', company: 'comp_1', status: 'new', doNotCall: 'true', hasPhone: 'false' };
    expect(listingOf({ ...query, contact: 'cont_1', offset: '50' })).toEqual({
      search: 'ada',
      companyId: 'comp_1',
      leadStatus: 'new',
      doNotCall: 'true',
      hasPhone: 'false',
    });
  });

  test('a value that the API would refuse is left out', () => {
    expect(listingOf({ doNotCall: 'perhaps', hasPhone: '1', search: '  ' })).toEqual({});
  });

  test('what is open is no filter', () => {
    expect(isFiltered({ contact: 'cont_1', new: 'company' })).toBe(false);
    expect(isFiltered({ search: 'ada' })).toBe(true);
  });

  test('clearing them all begins at the first page', () => {
    expect(NO_FILTERS).toMatchObject({ search: null, company: null, offset: null });
  });

  test.each([
    ['50', 50],
    [undefined, 0],
    ['-1', 0],
    ['1e3', 0],
    ['99999999999', 0],
  ])('the first row of %s is %d', (text, offset) => {
    expect(offsetIn(text)).toBe(offset);
  });
});
