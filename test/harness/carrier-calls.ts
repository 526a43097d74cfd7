import type { CarrierCommand } from './carrier-log.ts';
import { stack } from './stack/environment.ts';

/** A call from its dial to its end, milliseconds since the epoch. */
interface Span {
  start: number;
  end: number;
}

const endOf = async ({ command_id }: CarrierCommand): Promise<number> => {
  const response = await fetch(`${stack().carrier_url}/calls?command_id=${command_id}`);
  const call = (await response.json()) as { state: string; ended_at: string | null };
  return call.ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(call.ended_at);
};

/** The spans in which these dials' calls were live, as the carrier knows them. */
export const spansOf = (dials: CarrierCommand[]): Promise<Span[]> =>
  Promise.all(
    dials
      .filter(({ result }) => result === 'placed')
      .map(async (dial) => ({ start: Date.parse(dial.at), end: await endOf(dial) })),
  );

/** The most calls that were live at one instant. */
export const mostLiveAtOnce = (spans: Span[]): number =>
  Math.max(0, ...spans.map(({ start }) => spans.filter((span) => span.start <= start && start < span.end).length));
