import { expect, test } from '@jest/globals';
import { issuesUnder } from '#functions/dashboard/site/contacts/issues-under.ts';

const problem = (issues: Record<string, string>) => ({
  words: 'no',
  status: 400,
  issues: new Map(Object.entries(issues)),
});

test.each([
  [{ tags: 'must hold at most 100' }, 'Tags must hold at most 100.'],
  [{ 'tags.2': 'must have at most 200 characters' }, 'Tags 3 must have at most 200 characters.'],
  [{ 'tags.name': 'must be well-formed' }, 'Tags "name" must be well-formed.'],
  [{ 'tags.__proto__': '"__proto__" is no allowed name' }, 'Tags: "__proto__" is no allowed name.'],
  [{ tagsOfOthers: 'must be left out' }, null],
])('what the service says of a field and of what is in it: %j', (issues, words) => {
  expect(issuesUnder(problem(issues), 'tags', 'Tags')).toBe(words);
});

test('nothing is said without a refusal', () => {
  expect(issuesUnder(null, 'tags', 'Tags')).toBeNull();
});
