import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Account } from './accounts.ts';
import { service } from './service.ts';

/** Where Debian's package puts it. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The container that CI runs in has no sandbox for it, and nothing is to be looked up outside. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Longer than anything takes that a journey waits for, on a busy machine. */
const STEP_TIMEOUT_MS = 30_000;

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

interface VisitorOptions {
  scheme?: 'light' | 'dark';
  width?: number;
  timezone?: string;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Goes to a path of the service. */
  open(path: string): Promise<void>;
  /** What the browser said of a refused request is expected: browsers call each one an error. */
  expectRefusal(status: number): void;
  /** Errors, broken policies and requests to anybody else. */
  complaints: string[];
  close(): Promise<void>;
}

const isLocal = (url: string): boolean => ['localhost', '127.0.0.1', ''].includes(new URL(url).hostname);

/** Somebody at a browser of their own. */
export const newVisitor = async (browser: Browser, options: VisitorOptions = {}): Promise<Visitor> => {
  const { scheme = 'light', width = 1280, timezone = 'Europe/Paris' } = options;
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: 900 },
    timezoneId: timezone,
    locale: 'en-GB',
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const expected = new Set<number>();
  page.on('pageerror', ({ message }) => complaints.push(`thrown: ${message}`));
  page.on('console', (message) => {
    const text = message.text();
    const isExpected = [...expected].some((status) => text.includes(`status of ${status}`));
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    if (!isLocal(request.url())) complaints.push(`request to ${request.url()}`);
  });
  return {
    page,
    context,
    complaints,
    open: async (path) => void (await page.goto(service().baseUrl + path)),
    expectRefusal: (status) => void expected.add(status),
    close: async () => {
      // A page that looks again while it closes has nobody left to answer.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
  };
};

/** Signs in as a person does. */
export const signIn = async ({ page, open }: Visitor, { token }: Pick<Account, 'token'>, path = '/'): Promise<void> => {
  await open(path);
  await page.getByLabel('API key').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // On a narrow screen the navigation is there, behind its button.
  await page.locator('nav[aria-label="Main"]').waitFor({ state: 'attached' });
};
