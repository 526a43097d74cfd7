import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OutputOf } from '#shared/client/client.ts';
import { type Account, newAccount, stocked } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { isPlayedFrom, nextSeek, secondOf, TOLERANCE_SECONDS } from './harness/recording.ts';
import { service } from './harness/service.ts';
import { signIn } from './harness/visitor.ts';

type Call = OutputOf<'getCall'>['call'];

/** Behind a screening assistant: the longest talk that there is. */
const SCREENED = '0011';
const HOUR_MS = 3_600_000;
/** Longer than a link to a recording works. */
const LINK_OUTLIVED_MS = 16 * 60_000;

const isTalking = async (account: Account, id: string): Promise<void> => {
  while ((await account.api.getCall({ id })).call.status !== 'in_progress');
};

/** How many lines the transcript had whenever it changed. */
const countLines = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const seen: number[] = [];
    const count = (): void => void seen.push(document.querySelectorAll('[data-line]').length);
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { seenLineCounts: seen });
  });

const countedLines = async (page: Page): Promise<number[]> => [
  ...new Set(await page.evaluate(() => (window as unknown as { seenLineCounts: number[] }).seenLineCounts)),
];

describe('A single call', () => {
  const visit = visitors();
  let account: Account;
  let stock: Awaited<ReturnType<typeof stocked>>;
  let talkId: string;
  beforeAll(async () => {
    account = await newAccount();
    // The first visit builds the pages, for which nobody on a phone waits.
    await fetch(service().baseUrl);
    stock = await stocked(account, [SCREENED, '0002']);
    const order = { teamId: account.teamId, assistantId: stock.assistant.id, toNumber: '+14155590011' };
    talkId = (await account.api.createCall(order)).call.id;
  });

  /** The call of which there is a recording, once the page has it. */
  const recorded = async (page: Page): Promise<Call> => {
    await page.getByLabel('Recording').waitFor();
    return (await account.api.getCall({ id: talkId })).call;
  };

  test('asks before it rings, grows before the eyes, and says what came of it', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, '/calls');
    await page.getByRole('link', { name: 'New call' }).click();
    await page.getByLabel('Assistant').selectOption({ label: 'Setter' });
    await page.getByLabel('Phone number').fill('+1 (415) 550-0011');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Call +14155500011?' });
    await question.getByText(`The phone rings at once. The assistant “Setter” speaks.`).waitFor();
    await question.getByText(`The call comes from ${stock.number.phone_number}.`).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await account.api.listCalls({ teamId: account.teamId, contactId: stock.contacts[0]?.id })).count).toBe(0);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await countLines(page);
    await question.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Person 1 Example' }).waitFor();
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.getByText('operations manager', { exact: true }).waitFor();
    await page.locator('.page-header').getByText('Answered').waitFor();
    const counts = await countedLines(page);
    const lines = page.getByRole('region', { name: 'What was said' }).getByRole('listitem');
    expect(counts.at(-1)).toBe(await lines.count());
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
    await page.getByRole('region', { name: 'Summary' }).getByText('Tuesday at ten').waitFor();
    await page.getByRole('region', { name: 'Cost' }).getByText('$0.01').waitFor();
    await findings.getByRole('button', { name: 'I am the operations manager here.' }).click();
    const said = lines.filter({ hasText: 'I am the operations manager here.' });
    expect(await said.evaluate((line) => line === document.activeElement)).toBe(true);
  });

  test('is heard in step with its transcript', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, `/calls/${talkId}`);
    const talk = await recorded(page);
    const audio = page.getByLabel('Recording');
    await audio.click({ position: { x: 25, y: 27 } });
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
    expect(await audio.evaluate((player: HTMLAudioElement) => player.duration)).toBe(talk.duration_secs);
    const lines = page.getByRole('region', { name: 'What was said' }).getByRole('listitem');
    const spoken = page.locator('[data-line][aria-current="true"]');
    await spoken.first().waitFor();
    const at = talk.transcript.findLastIndex(({ role }) => role === 'assistant') - 2;
    const line = talk.transcript[at];
    const sought = nextSeek(page);
    await lines
      .nth(at)
      .getByText(line?.text ?? '')
      .click();
    const found = await sought;
    expect(Math.abs(found.second - secondOf(talk, at))).toBeLessThan(TOLERANCE_SECONDS);
    expect(found.spokenLine).toBe(String(at));
    await lines
      .nth(talk.transcript.length - 1)
      .and(spoken)
      .waitFor();
    await lines
      .first()
      .getByRole('button', { name: /^Play from/ })
      .press('Enter');
    await lines.first().and(spoken).waitFor();
    expect(await audio.evaluate((player: HTMLAudioElement) => player.paused)).toBe(false);
  });

  test('is heard also where a link to its recording fails or has expired', async () => {
    const visitor = await visit();
    visitor.expectRefusal(403);
    const { page } = visitor;
    await signIn(visitor, account, `/calls/${talkId}`);
    const talk = await recorded(page);
    const line = page.getByRole('region', { name: 'What was said' }).getByRole('listitem').nth(2);
    const loadedAtMs = Date.now();
    await page.clock.setFixedTime(loadedAtMs);
    await page.route('**/*.wav?*', (route) => route.fulfill({ status: 403 }), { times: 1 });
    await line.click();
    await page.getByRole('alert').getByText('The recording could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await isPlayedFrom(page, secondOf(talk, 2));
    await page.clock.setFixedTime(loadedAtMs + LINK_OUTLIVED_MS);
    const renewed = page.waitForResponse((response) => response.url().endsWith(`/api/calls/${talkId}`));
    await line.click();
    await renewed;
    await isPlayedFrom(page, secondOf(talk, 2));
  });

  test('is hung up while somebody talks', async () => {
    const order = { teamId: account.teamId, assistantId: stock.assistant.id, toNumber: '+14155580011' };
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, '/calls');
    const { call } = await account.api.createCall(order);
    await isTalking(account, call.id);
    await visitor.open(`/calls/${call.id}`);
    await page.getByRole('button', { name: 'Hang up' }).click();
    const question = page.getByRole('dialog', { name: 'Hang up on +14155580011?' });
    await question.getByText('ends at once').waitFor();
    await question.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('link', { name: 'Call again' }).waitFor();
    expect(await page.getByRole('button', { name: 'Hang up' }).count()).toBe(0);
    const { transcript } = (await account.api.getCall({ id: call.id })).call;
    expect(transcript.map(({ text }) => text).join(' ')).not.toContain('Goodbye');
  });

  test('is scheduled for later, and cancelled before it rings', async () => {
    const visitor = await visit({ timezone: 'America/New_York' });
    const { page } = visitor;
    await signIn(visitor, account, `/calls?new=call&contact=${stock.contacts[1]?.id}`);
    const due = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS);
    const local = due.toLocaleString('sv-SE', { timeZone: 'America/New_York' }).replace(' ', 'T').slice(0, 16);
    await page.getByLabel('Start at').fill(local);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Call Person 2 Example at +14155510002?' });
    await question.getByText('The phone rings on').waitFor();
    await question.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('Will be dialled at').waitFor();
    const { calls } = await account.api.listCalls({ teamId: account.teamId, status: 'scheduled' });
    expect(calls).toMatchObject([{ scheduled_at: due.toISOString(), contact_id: stock.contacts[1]?.id }]);
    await page.getByRole('button', { name: 'Cancel call' }).click();
    await page.getByRole('dialog').getByText('+14155510002 is not dialled.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel call' }).click();
    await page.locator('.page-header').getByText('Cancelled').waitFor();
    await page.getByText('The call was cancelled before it began.').waitFor();
    expect((await account.api.getCall({ id: calls[0]?.id ?? '' })).call.status).toBe('cancelled');
  });

  test('that is refused says why, and the form keeps what was typed', async () => {
    const suppressed = '+14155570001';
    await account.api.addSuppression({ teamId: account.teamId, phone: suppressed });
    const visitor = await visit();
    visitor.expectRefusal(400);
    visitor.expectRefusal(409);
    const { page } = visitor;
    await signIn(visitor, account, '/calls?new=call');
    const number = page.getByLabel('Phone number');
    const call = async (phone: string): Promise<void> => {
      await number.fill(phone);
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page
        .getByRole('dialog', { name: `Call ${phone}?` })
        .getByRole('button', { name: 'Call' })
        .click();
    };
    await call('+14155');
    await page.getByText('Phone number must be a phone number in E.164 form, such as +14155550100.').waitFor();
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    await call(suppressed);
    await page.getByRole('alert').getByText('the number is suppressed (do-not-call)').waitFor();
    expect(await number.inputValue()).toBe(suppressed);
    expect(page.url()).toBe(`${service().baseUrl}/calls?new=call`);
  });

  test('is found by filters that stand in the address', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, '/calls');
    const rows = page.getByRole('region', { name: 'Calls' }).getByRole('row');
    await page.getByRole('row', { name: /\+14155590011/ }).waitFor();
    await page.getByLabel('Status').selectOption({ label: 'Scheduled' });
    await page.getByText('No call matches these filters.').waitFor();
    expect(page.url()).toBe(`${service().baseUrl}/calls?status=scheduled`);
    await page.goBack();
    await page.getByRole('row', { name: /\+14155590011/ }).waitFor();
    await page.getByLabel('Outcome').selectOption({ label: 'Answered' });
    await page.getByLabel('Direction').selectOption({ label: 'Outbound' });
    await page.reload();
    await page.getByRole('row', { name: /\+14155590011/ }).waitFor();
    expect(await page.getByLabel('Outcome').inputValue()).toBe('answered');
    for (const row of (await rows.all()).slice(1)) expect(await row.textContent()).toContain('Answered');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.waitForURL(`${service().baseUrl}/calls`);
  });
});
