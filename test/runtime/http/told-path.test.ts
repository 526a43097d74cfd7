import { expect, test } from '@jest/globals';
import { derivedId, newId } from '#shared/domain/ids.ts';
import { toldPath } from '#shared/runtime/http/told-path.ts';

const ROUTE = 'GET /api/crm/contacts/{id}/export';

test.each([newId('cont', new Date()), derivedId('call', 'a', 1)])('our id %s is told', (id) => {
  expect(toldPath(ROUTE, { id })).toBe(`/api/crm/contacts/${id}/export`);
});

test.each(['+14155558881', '14155558881', 'Zoltan Kappelhoff', 'cont_14155558881', `x${newId('cont', new Date())}`])(
  '%s in the place of an id is not',
  (id) => {
    expect(toldPath(ROUTE, { id })).toBe('/api/crm/contacts/{id}/export');
  },
);

test('a route without parameters is told, and nothing where there is no route', () => {
  expect(toldPath('GET /assets/{file+}', { file: 'a.js' })).toBe('/assets/{file+}');
  expect(toldPath('POST /api/crm/contacts')).toBe('/api/crm/contacts');
  expect(toldPath('$default', { id: newId('cont', new Date()) })).toBeUndefined();
});
