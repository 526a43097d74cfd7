import * as fc from 'fast-check';
import { CALL_EVENT_TYPES } from '#shared/domain/call/events.ts';
import { lemonSqueezyEvents, type SampleEvent, stripeEvents } from '#test/harness/given/billing-events.ts';
import { HOSTILE_TEXTS, HUGE_NUMBERS } from './hostile.ts';
import { type Key, replaced } from './places.ts';
import { placeHolder } from './real-ids.ts';

/** Bodies that carrier and billing providers sign: to the document they are any object. */

const CHOICES = 10_000;
const SUBSCRIPTION = { id: 'sub_fuzzed', teamId: placeHolder('team', 0) };
const HOSTILE_VALUES: readonly unknown[] = [...HOSTILE_TEXTS, ...HUGE_NUMBERS, null, true, [], {}, [null], undefined];

const pathsOf = (value: unknown, path: Key[] = []): Key[][] => {
  if (value === null || typeof value !== 'object') return [path];
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inside.flatMap(([key, each]) => pathsOf(each, [...path, key]))];
};

const pick = <T>(values: readonly T[], choice: number): T => values[choice % values.length] as T;

/** With another value somewhere, the whole apart. */
const misshapen = (event: unknown, place: number, value: number): unknown => {
  const [, ...inside] = pathsOf(event);
  return inside.length === 0 ? event : replaced(event, pick(inside, place), pick(HOSTILE_VALUES, value));
};

const orMisshapen = (events: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    events,
    fc.tuple(events, fc.nat(CHOICES), fc.nat(CHOICES)).map(([event, place, value]) => misshapen(event, place, value)),
  );

const callEvents = fc.record({
  type: fc.constantFrom(...CALL_EVENT_TYPES),
  data: fc.constant({
    call_control_id: 'cc_fuzzed',
    call_leg_id: 'leg_fuzzed',
    client_state: 'not ours',
    from: '+14155550100',
    to: '+12125550001',
    direction: 'inbound',
    hangup_cause: 'normal_clearing',
    result: 'human',
    duration_secs: 5,
    occurred_at: '2026-03-02T15:00:00.000Z',
    transcription_data: { transcript: 'Hello?', is_final: true },
    cost: { total_usd: '0.01' },
  }),
});

const bodiesOf = (events: Record<string, SampleEvent>): unknown[] =>
  Object.values(events).map(({ body }) => JSON.parse(body));

const billingEvents = fc.constantFrom(
  ...bodiesOf(stripeEvents(SUBSCRIPTION)),
  ...bodiesOf(lemonSqueezyEvents(SUBSCRIPTION)),
);

/** By operation. */
export const SIGNED_EVENTS: Record<string, fc.Arbitrary<unknown>> = {
  receiveCallEvent: orMisshapen(callEvents),
  receiveBillingEvent: orMisshapen(billingEvents),
};
