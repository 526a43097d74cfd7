import type { Measure } from '#test/benchmark/section.ts';
import { otherModule } from './other-module.ts';

const TURN_MS_MAX = 50;

interface TurnFigures {
  /** From a transcription to the first `speak`. */
  medianMs: number;
}

/** How soon the assistant speaks once somebody has finished. */
export const measureTurnSection: Measure = async ({ progress }) => {
  const module = await otherModule('turn-latency.ts');
  const measure = module?.measureTurnLatency as (() => Promise<TurnFigures>) | undefined;
  const base = {
    name: 'turn-latency',
    title: 'A turn of a conversation',
    how: "From the carrier's webhook with a transcription to the first `speak` at the carrier, on a laptop, with a model that answers at once.",
  };
  if (!measure) return { ...base, rows: [] };
  progress('turns of one conversation after the other');
  const { medianMs } = await measure();
  return {
    ...base,
    rows: [{ what: 'transcription to `speak`', measured: medianMs, unit: 'ms, median', goal: { atMost: TURN_MS_MAX } }],
  };
};
