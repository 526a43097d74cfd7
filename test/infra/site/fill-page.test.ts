import { expect, test } from '@jest/globals';
import type { Loaded } from '#infra/site/bundle-site.ts';
import { fillPage } from '#infra/site/fill-page.ts';

const plain = (name: string) => ({ name, imports: [], stylesheet: undefined });

const LOADED = new Map<string, Loaded>([
  ['main.tsx', { name: 'main-1.js', imports: ['chunk-2.js', 'chunk-3.js'], stylesheet: 'main-4.css' }],
  ['icon.svg', plain('icon-5.svg')],
  ['old.js', plain('old-6.js')],
]);

test('what a page names of the sources becomes what was built of them', () => {
  const page = '<link rel="icon" href="./icon.svg">\n<script defer src="./old.js"></script>\n<a href="/">Home</a>';
  expect(fillPage(page, LOADED)).toBe(
    '<link rel="icon" href="/assets/icon-5.svg">\n<script defer src="/assets/old-6.js"></script>\n<a href="/">Home</a>',
  );
});

test('a module comes after its stylesheet and what it imports', () => {
  const page = '<head>\n  <script type="module" src="./main.tsx"></script>\n</head>';
  expect(fillPage(page, LOADED).split('\n')).toEqual([
    '<head>',
    '  <link rel="stylesheet" href="/assets/main-4.css">',
    '  <link rel="modulepreload" href="/assets/chunk-2.js">',
    '  <link rel="modulepreload" href="/assets/chunk-3.js">',
    '  <script type="module" src="/assets/main-1.js"></script>',
    '</head>',
  ]);
});

test('a page that names what is not built is refused', () => {
  expect(() => fillPage('<img src="./photo.svg" alt="">', LOADED)).toThrow('names ./photo.svg, which is not built');
});
