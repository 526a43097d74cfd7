import { expect, test } from '@jest/globals';
import { placeHolder, RealIds } from './real-ids.ts';

const known = (...answers: unknown[]): RealIds => {
  const ids = new RealIds(['key_1']);
  for (const answer of answers) ids.learn(answer);
  return ids;
};

test('a place holder becomes an id that an answer brought, but never the key of all requests', () => {
  const ids = known({ api_keys: [{ id: 'key_1' }, { id: 'key_2' }] }, { activity: [{ resource_id: 'sess_1' }] });
  expect(ids.fill(placeHolder('key', 7))).toBe('key_2');
  expect(ids.fill(placeHolder('sess', 7))).toBe('sess_1');
});

test('with a status it becomes one that had it last, and any other while there is none', () => {
  const ids = known({ campaigns: [1, 2, 3].map((n) => ({ id: `camp_${n}`, status: n === 2 ? 'paused' : 'draft' })) });
  const paused = () => [0, 1, 2].map((at) => ids.fill(placeHolder('camp', at, 'paused')));
  expect(paused()).toEqual(['camp_2', 'camp_2', 'camp_2']);
  expect([0, 1, 2].map((at) => ids.fill(placeHolder('camp', at)))).toEqual(['camp_1', 'camp_2', 'camp_3']);
  ids.learn({ campaign: { id: 'camp_2', status: 'running' } });
  expect(paused()).toEqual(['camp_1', 'camp_2', 'camp_3']);
});
