import { describe, expect, test } from '@jest/globals';
import { tagsIn, tagText } from '#functions/dashboard/site/contacts/contact/tag-text.ts';

describe('tags in one field', () => {
  test.each([[['vip', 'north']], [['a, b', 'say "hi"', ' spaced ']], [['"', ',', '""']], [[]]])(
    'come back as they were: %j',
    (tags) => {
      expect(tagsIn(tagText(tags))).toEqual(tags);
    },
  );

  test.each([
    ['vip, north', ['vip', 'north']],
    [' vip ,,north, ', ['vip', 'north']],
    ['vip, vip', ['vip']],
    ['"a, b", c', ['a, b', 'c']],
    ['"not closed, b', ['"not closed', 'b']],
    ['"a" b, c', ['"a" b', 'c']],
    ['', []],
    [' , ,', []],
  ])('are read from what people type: %s', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags);
  });
});
