import { expect, test } from '@jest/globals';
import { leftFor } from '#functions/dashboard/site/components/form/left-for.ts';

const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const link = { origin: 'https://calls.example', pathname: '/campaigns', search: '?status=draft', target: '' };
const from = { origin: 'https://calls.example', pathname: '/assistants/asst_1' };

test('a link to another page leaves this one for its address', () => {
  expect(leftFor({ event: plain, link, from })).toBe('/campaigns?status=draft');
});

test.each([
  ['no link', { link: null }],
  ['a link within the page', { link: { ...link, pathname: from.pathname } }],
  [
    'a link to another site, which the browser itself asks about',
    { link: { ...link, origin: 'https://other.example' } },
  ],
  ['a link that opens elsewhere', { link: { ...link, target: '_blank' } }],
  ['a click that opens a tab', { event: { ...plain, metaKey: true } }],
  ['a click with the middle button', { event: { ...plain, button: 1 } }],
])('%s leaves the page as it is', (_, changes) => {
  expect(leftFor({ event: plain, link, from, ...changes })).toBeNull();
});
