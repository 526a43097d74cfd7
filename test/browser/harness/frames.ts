import type { Page } from 'playwright-core';

/** Notes the longest time between two frames in the page itself. */
export const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    let last = performance.now();
    let longest = 0;
    const look = (now: number): void => {
      longest = Math.max(longest, now - last);
      last = now;
      dataset.longestGapMs = String(Math.round(longest));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** The longest time so far. */
export const longestGapMs = async (page: Page): Promise<number> =>
  Number(await page.evaluate(() => document.documentElement.dataset.longestGapMs));
