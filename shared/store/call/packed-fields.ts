import { NO_USAGE, type Usage } from '#shared/domain/call/cost.ts';
import type { DayDial } from '#shared/store/limits/daily-usage.ts';
import type { Attributes } from '#shared/store/table/table.ts';

/*
 * Fields of a call that are stored in a shorter form, so that a call without a conversation stays below the kilobyte that
 * one unit writes. What a short form cannot say exactly is stored as it is.
 */

interface Packing {
  pack(value: unknown): unknown;
  unpack(stored: unknown): unknown;
}

/** An ISO 8601 time as epoch milliseconds. */
const TIME: Packing = {
  pack: (value) => {
    const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return !Number.isNaN(ms) && new Date(ms).toISOString() === value ? ms : value;
  },
  unpack: (stored) => (typeof stored === 'number' ? new Date(stored).toISOString() : stored),
};

/** Names of events; one without a code is stored whole. A code that was given once never changes. */
const EVENT_CODES: Record<string, string> = {
  'call.initiated': 'i',
  'call.answered': 'a',
  'call.machine_detection.ended': 'd',
  'call.machine_greeting.ended': 'g',
  'call.screened': 's',
  'call.recording.saved': 'r',
  'call.hangup': 'h',
  'call.completed': 'c',
  'call.cost': 'p',
  'call.conversation.created': 'v',
  'call.conversation.ended': 'e',
  'call.concluded': 'f',
};
const EVENT_NAMES = Object.fromEntries(Object.entries(EVENT_CODES).map(([name, code]) => [code, name]));
const codeOf = (event: string): string => EVENT_CODES[event] ?? event;
const eventOf = (code: string): string => EVENT_NAMES[code] ?? code;

const EVENT_TIMES: Packing = {
  pack: (value) =>
    Object.fromEntries(Object.entries(value as Attributes).map(([event, at]) => [codeOf(event), TIME.pack(at)])),
  unpack: (stored) =>
    Object.fromEntries(Object.entries(stored as Attributes).map(([code, at]) => [eventOf(code), TIME.unpack(at)])),
};

const EVENTS: Packing = {
  pack: (value) => (value as string[]).map(codeOf),
  unpack: (stored) => (stored as string[]).map(eventOf),
};

const MEASURES = Object.keys(NO_USAGE) as (keyof Usage)[];

/** What was used, in the order of `NO_USAGE`. */
const USAGE: Packing = {
  pack: (value) => MEASURES.map((measure) => (value as Usage)[measure]),
  unpack: (stored) =>
    Array.isArray(stored) ? Object.fromEntries(MEASURES.map((measure, at) => [measure, stored[at] ?? 0])) : stored,
};

const DAY_DIAL: Packing = {
  pack: (value) => `${(value as DayDial).day} ${(value as DayDial).counter}`,
  unpack: (stored) => {
    if (typeof stored !== 'string') return stored;
    const [day, counter] = stored.split(' ');
    return { day, counter: Number(counter) };
  },
};

const HEX = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UUID_MARK = '~';

/** A UUID in 22 characters after a mark. */
const UUID: Packing = {
  pack: (value) =>
    typeof value === 'string' && HEX.test(value)
      ? UUID_MARK + Buffer.from(value.replaceAll('-', ''), 'hex').toString('base64url')
      : value,
  unpack: (stored) => {
    if (typeof stored !== 'string' || !stored.startsWith(UUID_MARK)) return stored;
    const hex = Buffer.from(stored.slice(UUID_MARK.length), 'base64url').toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  },
};

const PACKINGS: Record<string, Packing> = {
  queued_at: TIME,
  started_at: TIME,
  answered_at: TIME,
  ended_at: TIME,
  day_dial: DAY_DIAL,
  call_leg_id: UUID,
  call_session_id: UUID,
  events: EVENT_TIMES,
  announced: EVENTS,
  usage: USAGE,
  usage_counted: USAGE,
};

const mapped = (fields: Attributes, how: 'pack' | 'unpack'): Attributes =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const packing = value == null ? undefined : PACKINGS[field];
      return [field, packing ? packing[how](value) : value];
    }),
  );

export const packed = (fields: Attributes): Attributes => mapped(fields, 'pack');
export const unpacked = (stored: Attributes): Attributes => mapped(stored, 'unpack');
