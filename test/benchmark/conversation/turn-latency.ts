import type { Measure } from '#test/benchmark/section.ts';
import { measureTurnLatency } from './turns.ts';

const TURN_MS_MAX = 50;

/** How soon the assistant speaks once somebody has finished. */
export const measureTurns: Measure = async ({ progress }) => {
  progress('turns of one conversation after the other');
  const { turns, p50, p95 } = await measureTurnLatency();
  return {
    name: 'turn-latency',
    title: 'A turn of a conversation',
    how: "From the carrier's webhook with a transcription to the first `speak` at the carrier, on a laptop, with a model that answers at once.",
    rows: [
      {
        what: 'transcription to `speak`',
        measured: p50,
        unit: 'ms, median',
        goal: { atMost: TURN_MS_MAX },
        note: `of ${turns} turns`,
      },
      { what: 'the slowest twentieth', measured: p95, unit: 'ms at least' },
    ],
  };
};
