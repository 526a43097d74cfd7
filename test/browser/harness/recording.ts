import type { Page } from 'playwright-core';
import type { OutputOf } from '#shared/client/client.ts';

type Call = OutputOf<'getCall'>['call'];

const SECOND_MS = 1_000;
/** As far as a player may be from the second that it was told. */
export const TOLERANCE_SECONDS = 0.1;

/** When a line of the assistant begins, in seconds of the recording. */
export const secondOf = ({ transcript, answered_at }: Call, line: number): number =>
  (Date.parse(transcript[line]?.at ?? '') - Date.parse(answered_at ?? '')) / SECOND_MS;

/** Where the player goes next, and which line is marked as spoken then. */
export const nextSeek = (page: Page): Promise<{ second: number; spokenLine: string | undefined }> =>
  page.getByLabel('Recording').evaluate(
    (player: HTMLAudioElement) =>
      new Promise((resolve) => {
        const spokenLine = () => document.querySelector<HTMLElement>('[data-line][aria-current="true"]')?.dataset.line;
        const tell = (): void => {
          const second = player.currentTime;
          requestAnimationFrame(() => resolve({ second, spokenLine: spokenLine() }));
        };
        player.addEventListener('seeking', tell, { once: true });
      }),
  );

/** Waits until the recording plays, at or after a second. */
export const isPlayedFrom = (page: Page, second: number): Promise<unknown> =>
  page.waitForFunction((from) => {
    const player = document.querySelector('audio');
    return player?.paused === false && player.error === null && player.currentTime >= from;
  }, second - TOLERANCE_SECONDS);
