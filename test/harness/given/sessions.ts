import { keys } from '#shared/store/keys.ts';
import { sender } from '#test/harness/client.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import type { TestAccount } from './account.ts';

/** What a browser says of a request that a page of our own sends. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** All suites of a stack sign in from one address, and its failures count together. */
export const forgetFailures = (): Promise<void> => testTable().write({ delete: keys.signInFailures('127.0.0.1') });

/** The name of the cookie where the stack is reached. */
export const cookieName = (): string => `session_${new URL(stack().base_url).port}`;

const SET_COOKIE = /^([^=;]+)=([^;]*)(.*)$/;

/** The cookie that an answer sets. */
export const setCookieOf = (headers: Headers): { name: string; value: string; attributes: string } => {
  const [cookie, ...others] = headers.getSetCookie();
  const [, name, value, attributes] = SET_COOKIE.exec(cookie ?? '') ?? [];
  if (name === undefined || value === undefined || others.length > 0) {
    throw new Error(`One cookie was expected, not ${JSON.stringify(headers.getSetCookie())}.`);
  }
  return { name, value, attributes: attributes ?? '' };
};

export const signIn = (body: unknown, headers: Record<string, string> = OWN_PAGE) =>
  sender()('POST', '/api/session', body, headers);

/** A session, as a browser holds it: sends requests of our own pages with its cookie. */
export interface TestSession {
  cookie: string;
  send: ReturnType<typeof sender>;
}

export const sessionWith = (cookie: string): TestSession => ({
  cookie,
  send: (method, path, body, headers) => sender()(method, path, body, { cookie, ...OWN_PAGE, ...headers }),
});

/** A session of an account's key. */
export const newSession = async ({ token }: Pick<TestAccount, 'token'>): Promise<TestSession> => {
  const { status, headers, body } = await signIn({ token });
  if (status !== 200) throw new Error(`Signing in was answered with ${status} ${JSON.stringify(body)}.`);
  const { name, value } = setCookieOf(headers);
  return sessionWith(`${name}=${value}`);
};

/** The origin of our own pages. */
export const ownOrigin = () => stack().base_url;
/** Origins of other pages, some of which look like ours. */
export const foreignOrigins = () => [
  'https://evil.example',
  'null',
  '',
  ownOrigin().replace('http:', 'https:'),
  ownOrigin().replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
  ownOrigin().replace('127.0.0.1', 'localhost'),
  `${ownOrigin()}.evil.example`,
  `${ownOrigin()}/`,
  `${ownOrigin()},https://evil.example`,
];
