import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

const LAW = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
const OWN_PAGES = [...LAW, 'wcag22aa', 'best-practice'];

/**
 * What axe finds wrong with a page as it is now, a line each. A page that somebody else's package draws is held to WCAG
 * 2.1 A and AA, our own also to what is good practice.
 */
export const barriersOn = async (page: Page, { isOwn = true } = {}): Promise<string[]> => {
  await page.evaluate(AXE);
  const options = { runOnly: isOwn ? OWN_PAGES : LAW, resultTypes: ['violations'] };
  const result = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};
