import { expect, test } from '@jest/globals';
import { pageSlices, SLICE_MS, sliced, slicesUntil } from '#functions/dashboard/site/import/reading/time-slices.ts';

test('a slice is over when its time is used up, and another one begins after the pause', async () => {
  let [clockMs, pauses] = [0, 0];
  const slice = sliced({
    nowMs: () => clockMs,
    pause: async () => {
      pauses += 1;
      clockMs += 100;
    },
  });
  clockMs = SLICE_MS - 1;
  expect(slice.isOver()).toBe(false);
  clockMs = SLICE_MS;
  expect(slice.isOver()).toBe(true);
  await slice.next();
  expect([slice.isOver(), pauses]).toEqual([false, 1]);
});

test('a pause of the page lets other work run', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('other work'));
  while (done.length === 0) await pageSlices.pause();
  expect(pageSlices.nowMs()).toBeGreaterThan(0);
});

test('work that is given up ends at its next pause, not before', async () => {
  const abort = new AbortController();
  const slices = slicesUntil(abort.signal, { nowMs: () => 7, pause: async () => undefined });
  await slices.pause();
  abort.abort(new Error('given up'));
  expect(slices.nowMs()).toBe(7);
  await expect(slices.pause()).rejects.toThrow('given up');
});
