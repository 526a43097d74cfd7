import { describe, expect, test } from '@jest/globals';
import { stepOf } from '#functions/dashboard/site/components/choosing/combobox-keys.ts';

const closed = { isOpen: false, active: null, count: 0 };
const open = { isOpen: true, active: null, count: 3 };

describe('the keys of a combobox', () => {
  test('arrows open a closed list', () => {
    expect(stepOf('ArrowDown', closed)).toEqual({ does: 'open' });
    expect(stepOf('ArrowUp', closed)).toEqual({ does: 'open' });
  });

  test('while the list is closed, Enter sends the form and Escape closes the dialog', () => {
    expect(stepOf('Enter', closed)).toBeNull();
    expect(stepOf('Escape', closed)).toBeNull();
  });

  test('arrows go around the options', () => {
    expect(stepOf('ArrowDown', open)).toEqual({ does: 'activate', at: 0 });
    expect(stepOf('ArrowUp', open)).toEqual({ does: 'activate', at: 2 });
    expect(stepOf('ArrowDown', { ...open, active: 2 })).toEqual({ does: 'activate', at: 0 });
    expect(stepOf('ArrowUp', { ...open, active: 0 })).toEqual({ does: 'activate', at: 2 });
  });

  test('Enter chooses the active option, and never sends the form from an open list', () => {
    expect(stepOf('Enter', { ...open, active: 1 })).toEqual({ does: 'choose', at: 1 });
    expect(stepOf('Enter', open)).toEqual({ does: 'nothing' });
  });

  test('Escape closes the list alone', () => {
    expect(stepOf('Escape', open)).toEqual({ does: 'close' });
  });

  test('an empty list has nothing to go to, and letters are typed', () => {
    expect(stepOf('ArrowDown', { ...open, count: 0 })).toEqual({ does: 'nothing' });
    expect(stepOf('a', open)).toBeNull();
    expect(stepOf('Tab', open)).toBeNull();
  });
});
