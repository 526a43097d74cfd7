import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount } from '#test/harness/given/account.ts';
import { newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { newSession } from '#test/harness/given/sessions.ts';
import { readCall } from '#test/harness/read.ts';
import { stack } from '#test/harness/stack/environment.ts';

const PAGES = [
  '/',
  '/campaigns',
  '/campaigns/new',
  '/campaigns/camp_1',
  '/contacts',
  '/contacts/import',
  '/calls',
  '/calls/call_1',
  '/assistants',
  '/assistants/asst_1',
  '/phone-numbers',
  '/settings',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/dialing',
  '/settings/retention',
  '/settings/suppressions',
  '/settings/activity',
];

interface Page {
  status: number;
  headers: Headers;
  text: string;
}

const load = async (path: string, headers: Record<string, string> = {}): Promise<Page> => {
  const response = await fetch(`${stack().base_url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const directivesOf = ({ headers }: Page): Record<string, string> => {
  const policy = headers.get('content-security-policy') ?? '';
  return Object.fromEntries(policy.split('; ').map((each) => each.split(/ (.*)/)));
};

const assetsOf = ({ text }: Page): string[] =>
  [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');

/** Elements with text between their tags, and attributes, that would be code or style of the page itself. */
const INLINE = /<style|<script[^>]*>[^<]|\s(?:style|on\w+)=|javascript:/i;

let index: Page;
let docs: Page;
let assets: string[];

beforeAll(async () => {
  [index, docs] = [await load('/'), await load('/docs')];
  assets = [...new Set([...assetsOf(index), ...assetsOf(docs)])];
});

describe('the pages', () => {
  test.each(PAGES)('%s is the one index', async (path) => {
    const page = await load(path);
    expect([page.status, page.text]).toEqual([200, index.text]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(directivesOf(page)).toEqual(directivesOf(index));
  });

  test.each(['/', '/campaigns/camp_1', '/docs'])('%s is kept by nobody', async (path) => {
    expect((await load(path)).headers.get('cache-control')).toBe('no-store');
  });

  test('have a language, a place for their content, a script as a module, and nothing of code or style in them', () => {
    expect(index.text).toMatch(/<html [^>]*lang="en"/);
    expect(index.text).toContain('<div id="app"></div>');
    expect(index.text).toMatch(/<script type="module" src="\/assets\/main-\w+\.js"><\/script>/);
    expect(index.text).toMatch(/<link rel="stylesheet" href="\/assets\/main-\w+\.css">/);
    expect(index.text).toMatch(/<link rel="icon" type="image\/svg\+xml" href="\/assets\/icon-\w+\.svg">/);
    expect(index.text).not.toMatch(INLINE);
    expect(docs.text).not.toMatch(INLINE);
  });

  test.each(['br', 'gzip'])('are sent packed by %s to who takes it', async (encoding) => {
    const { headers, text } = await load('/docs', { 'accept-encoding': encoding });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'accept-encoding']);
    expect(text).toBe(docs.text);
  });

  test('say whether there is a session to ask for, without looking it up', async () => {
    const { cookie } = await newSession(await newAccount());
    expect(index.text).toContain('<html data-session="none" lang="en">');
    expect((await load('/', { cookie })).text).toBe(index.text.replace(' data-session="none"', ''));
    expect((await load('/', { cookie: 'theme=dark' })).text).toBe(index.text);
  });

  test.each([
    ['GET', '/campaigns/'],
    ['GET', '/campaigns/camp_1/more'],
    ['GET', '/settings/nothing'],
    ['GET', '/index.html'],
    ['GET', '/docs/more'],
    ['GET', '/favicon.ico'],
    ['POST', '/'],
    ['DELETE', '/campaigns'],
  ])('%s %s is a route that nobody knows', async (method, path) => {
    const response = await fetch(`${stack().base_url}${path}`, { method });
    const error = `The route ${method} ${path} does not exist.`;
    expect([response.status, await response.json()]).toEqual([404, { success: false, error }]);
  });
});

describe('the policy of the dashboard', () => {
  test('loads from its own origin alone, and plays recordings from where their links lead', async () => {
    const account = await newAccount();
    const { call } = await newLiveCall(account, { status: 'ended', recording_key: 'recordings/1.wav' });
    const { recording_url: link } = await readCall(account, call.id);
    const recordings = new URL(link ?? '').origin;
    expect(recordings).not.toBe(stack().base_url);
    expect(directivesOf(index)).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'connect-src': "'self'",
      'media-src': `'self' ${recordings}`,
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  test('of the reference lets Redoc write styles and start its worker, and code be inline nowhere', () => {
    const directives = directivesOf(docs);
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'worker-src': "'self' blob:",
      'frame-ancestors': "'none'",
    });
    expect(docs.headers.get('content-security-policy')).not.toContain('unsafe-eval');
    const inline = Object.entries(directives).filter(([, sources]) => sources.includes('unsafe-inline'));
    expect(inline.map(([name]) => name)).toEqual(['style-src']);
  });

  test.each(['/', '/docs'])('%s tells nobody where a person came from, and asks for no device', async (path) => {
    const { headers } = await load(path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('binds a browser to HTTPS where it came by HTTPS', async () => {
    expect(index.headers.get('strict-transport-security')).toBeNull();
    const { headers } = await load('/', { 'x-forwarded-proto': 'https' });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });
});

describe('the assets', () => {
  test('have names that change with their content, are kept for good and taken for nothing else', async () => {
    expect(assets.length).toBeGreaterThan(5);
    for (const path of assets) {
      const { status, headers } = await load(path);
      expect([path, status]).toEqual([expect.stringMatching(/-[\dA-Za-z]{8}\.(js|css|svg)$/), 200]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-type')).toMatch(/^(text\/(javascript|css); charset=utf-8|image\/svg\+xml)$/);
    }
  });

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['zstd', null],
  ])('to who takes %s they are sent as %s, with the same content', async (accepted, sent) => {
    for (const path of assets) {
      const [plain, packed] = [
        await load(path, { 'accept-encoding': 'identity' }),
        await load(path, { 'accept-encoding': accepted }),
      ];
      expect([path, packed.headers.get('content-encoding')]).toEqual([path, sent]);
      expect(packed.headers.get('vary')).toBe('accept-encoding');
      expect(packed.text === plain.text).toBe(true);
    }
  });

  test.each([
    'nothing.js',
    'main.js',
    'index.html',
    'assets.json',
    '..%2fassets.json',
    '..%2f..%2f..%2fpackage.json',
    '%2fetc%2fpasswd',
    '..%5c..%5cpackage.json',
    'constructor',
    '__proto__',
    '%00',
  ])('%s is none', async (name) => {
    const { status, headers, text } = await load(`/assets/${name}`);
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(JSON.parse(text)).toEqual({ success: false, error: expect.stringContaining('does not exist') });
  });

  test('packed files are no assets of their own', async () => {
    for (const path of assets) {
      for (const end of ['.br', '.gz']) expect((await load(path + end)).status).toBe(404);
    }
  });
});

describe('the reference', () => {
  test('is titled, leads back to the dashboard, and loads its own files alone', () => {
    expect(docs.status).toBe(200);
    expect(docs.text).toMatch(/<title>API reference/);
    expect(docs.text).toContain('<html lang="en">');
    expect(docs.text).toContain('<a href="/">Dashboard</a>');
    const loaded = [...docs.text.matchAll(/<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g)].map(([, path]) => path);
    expect(loaded).not.toEqual([]);
    for (const path of loaded) expect(path).toMatch(/^\/assets\//);
  });

  test('asks its maker for nothing', async () => {
    const redoc = assets.find((path) => path.includes('redoc')) ?? '';
    const { status, text } = await load(redoc);
    expect([status, text.includes('cdn.redoc.ly')]).toEqual([200, false]);
  });
});
