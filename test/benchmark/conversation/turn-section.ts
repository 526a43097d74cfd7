import type { Measure } from '#test/benchmark/section.ts';
import { measureTurnLatency } from './turn-latency.ts';

const TURN_MS_MAX = 50;

/** How soon the assistant speaks once somebody has finished. */
export const measureTurnSection: Measure = async ({ progress }) => {
  progress('turns of one conversation after the other');
  const { turns, p50, p95 } = await measureTurnLatency();
  const what = `transcription to \`speak\`, ${turns} turns`;
  return {
    name: 'turn-latency',
    title: 'A turn of a conversation',
    how: "From the carrier's webhook with a transcription to the first `speak` at the carrier, on a laptop, with a model that answers at once.",
    rows: [
      { what, measured: p50, unit: 'ms, median', goal: { atMost: TURN_MS_MAX } },
      { what, measured: p95, unit: 'ms, 95th percentile' },
    ],
  };
};
