import type { Attributes } from '#shared/store/table/table.ts';

/*
 * Most of the fields that an answered call has, with the names under which they are stored: in full, names would be a
 * third of it. No condition names one of these. A short name that was given once never changes.
 */
const SHORT_NAMES: Record<string, string> = {
  account_id: 'acc',
  announced: 'ann',
  answered_at: 'ans',
  answered_by: 'by',
  attempt: 'att',
  call_control_id: 'ctl',
  call_leg_id: 'leg',
  call_session_id: 'ses',
  callee_country: 'cc',
  channel: 'ch',
  claimed_in_run: 'run',
  company_id: 'com',
  connection_id: 'con',
  day_dial: 'day',
  dial_second: 'sec',
  duration_secs: 'dur',
  ended_at: 'end',
  ended_reason: 'why',
  enrolment_id: 'enr',
  events: 'ev',
  found_in: 'fnd',
  from_number: 'fr',
  from_number_id: 'frn',
  limit_changes_at_claim: 'lim',
  recording_enabled: 'rec',
  recording_key: 'key',
  recording_url: 'url',
  started_at: 'sta',
  summary: 'sum',
  to_number: 'to',
  usage: 'use',
  usage_counted: 'cnt',
};
const FULL_NAMES = Object.fromEntries(Object.entries(SHORT_NAMES).map(([name, short]) => [short, name]));

/** The name under which a field is stored. */
export const storedName = (field: string): string => SHORT_NAMES[field] ?? field;

export const withStoredNames = (fields: Attributes): Attributes =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [storedName(field), value]));

/** A field that an item has under both names is what the short one says. */
export const withFullNames = (stored: Attributes): Attributes => {
  const shortened = Object.entries(stored).filter(([name]) => name in FULL_NAMES);
  const others = Object.entries(stored).filter(([name]) => !(name in FULL_NAMES));
  return Object.fromEntries([...others, ...shortened.map(([name, value]) => [FULL_NAMES[name], value])]);
};
