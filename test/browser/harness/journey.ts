import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, newVisitor, type Visitor } from './visitor.ts';

type Options = Parameters<typeof newVisitor>[1];

/** Visitors for the tests of a file. After each test none of them has anything to complain of. */
export const visitors = (): ((options?: Options) => Promise<Visitor>) => {
  let browser: Browser;
  let open: Visitor[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    const seen = open;
    open = [];
    await Promise.all(seen.map(({ close }) => close()));
    expect(seen.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
  afterAll(() => browser.close());
  return async (options) => {
    const visitor = await newVisitor(browser, options);
    open.push(visitor);
    return visitor;
  };
};
