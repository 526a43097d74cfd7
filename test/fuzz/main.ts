import { allRequests } from '#test/fuzz/requests/all-requests.ts';
import { faultlessEnvironment, publishStacks, stack } from '#test/harness/stack/environment.ts';
import { startStack, stopStacks } from '#test/harness/stack/running-stack.ts';
import { busyAccount, quietAccount } from './accounts.ts';
import { readDocument } from './document.ts';
import { Fuzz } from './fuzz.ts';
import { readOptions } from './options.ts';

/**
 * `npm run fuzz`: requests that the service's own OpenAPI document allows, forbids, or says nothing of, over HTTP. No
 * answer may be a 5xx or outside its schema, what is forbidden must be refused and write nothing, and what is allowed
 * must not be refused as malformed.
 */
const PROGRESS_SECONDS = 10;

const fuzz = async (seed: number, forSeconds: number): Promise<boolean> => {
  publishStacks([await startStack(faultlessEnvironment())]);
  const { base_url: baseUrl } = stack();
  const document = readDocument(await (await fetch(`${baseUrl}/api/openapi.json`)).text());
  const quiet = await quietAccount();
  const fuzzing = new Fuzz({ baseUrl, document, requests: allRequests(document), startBusy: busyAccount, quiet });
  await fuzzing.begin();
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  let shown = 0;
  for (let round = 0; seconds() < forSeconds; round++) {
    await fuzzing.round(seed, round);
    if (seconds() - shown < PROGRESS_SECONDS) continue;
    shown = seconds();
    console.log(`  ${shown.toFixed(0)} s: ${fuzzing.summary.progress()}`);
  }
  const operations = document.operations.map(({ id }) => id);
  console.log(fuzzing.summary.describe(seed, seconds(), operations));
  return fuzzing.summary.violations.length === 0;
};

const { seed, seconds } = readOptions(process.argv.slice(2));
console.log(`Fuzzing with seed ${seed} for ${seconds} s.`);
try {
  process.exitCode = (await fuzz(seed, seconds)) ? 0 : 1;
} finally {
  await stopStacks();
}
