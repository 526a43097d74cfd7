import { NO_USAGE, type Usage } from '#shared/domain/call/cost.ts';
import type { DayDial } from '#shared/store/limits/daily-usage.ts';
import type { Attributes } from '#shared/store/table/table.ts';
import { withFullNames, withStoredNames } from './packed-names.ts';
import { timesAsText, timesInText } from './packed-times.ts';

/*
 * Fields of a call that are stored in a shorter form, so that a call stays below the kilobyte that one unit
 * writes, from its claim to its conclusion. What a short form cannot say exactly is stored as it is.
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
  pack: (value) => {
    const times = Object.entries(value as Attributes).map(([event, at]) => [codeOf(event), TIME.pack(at)] as const);
    return timesAsText(times) ?? Object.fromEntries(times);
  },
  unpack: (stored) => {
    const times = typeof stored === 'string' ? timesInText(stored) : Object.entries(stored as Attributes);
    return Object.fromEntries(times.map(([code, at]) => [eventOf(code), TIME.unpack(at)]));
  },
};

/** Codes without anything between them, or a list of them where one is longer. */
const EVENTS: Packing = {
  pack: (value) => {
    const codes = (value as string[]).map(codeOf);
    return codes.every((code) => code.length === 1) ? codes.join('') : codes;
  },
  unpack: (stored) => [...(stored as string | string[])].map(eventOf),
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

/** 32 hexadecimal digits in 22 characters, after what the id begins with and a mark that says how they were written. */
const DIGITS = {
  '~': { written: /^([a-z]*_?)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/, between: '-' },
  '^': { written: /^([a-z]*_?)([0-9a-f]{32})$/, between: '' },
};
const SHORT_ID = /^([a-z]*_?)([~^])([\w-]{22})$/;

const ID: Packing = {
  pack: (value) => {
    for (const [mark, { written }] of Object.entries(DIGITS)) {
      const [, prefix, digits] = (typeof value === 'string' && written.exec(value)) || [];
      if (digits) return `${prefix}${mark}${Buffer.from(digits.replaceAll('-', ''), 'hex').toString('base64url')}`;
    }
    return value;
  },
  unpack: (stored) => {
    const [, prefix, mark, short] = (typeof stored === 'string' && SHORT_ID.exec(stored)) || [];
    if (!short) return stored;
    const { between } = DIGITS[mark as keyof typeof DIGITS];
    const hex = Buffer.from(short, 'base64url').toString('hex');
    return prefix + hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, ['$1', '$2', '$3', '$4', ''].join(between));
  },
};

const PACKINGS: Record<string, Packing> = {
  queued_at: TIME,
  started_at: TIME,
  answered_at: TIME,
  ended_at: TIME,
  concluded_at: TIME,
  erased_at: TIME,
  carrier_erased_at: TIME,
  words_deleted_at: TIME,
  recording_deleted_at: TIME,
  day_dial: DAY_DIAL,
  call_control_id: ID,
  call_leg_id: ID,
  call_session_id: ID,
  enrolment_id: ID,
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

export const packed = (fields: Attributes): Attributes => withStoredNames(mapped(fields, 'pack'));
export const unpacked = (stored: Attributes): Attributes => mapped(withFullNames(stored), 'unpack');
