import { shownSources } from '#shared/domain/call/suppression.ts';
import { phonesOf } from '#shared/domain/contact/phones.ts';
import { notFound } from '#shared/domain/errors.ts';
import { chunked } from '#shared/domain/lists.ts';
import { exportKeyOf } from '#shared/domain/privacy/export.ts';
import { callView } from '#shared/engine/call/call-view.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { Call } from '#shared/schemas/call.ts';
import { ShownContact, showContact } from '#shared/schemas/contact.ts';
import { toSuppression } from '#shared/schemas/suppression.ts';
import { deliveryKeysOf } from '#shared/store/call/call-leftovers.ts';
import { type CallRecord, getCalls } from '#shared/store/call/calls.ts';
import { campaignsOf, getEnrolments } from '#shared/store/campaign/enrolments.ts';
import { type ContactRecord, getContact, toContact } from '#shared/store/contact/contacts.ts';
import { getInstructions, getScene } from '#shared/store/conversation/scenes.ts';
import type { DeliveryRecord } from '#shared/store/delivery/deliveries.ts';
import { payloadText } from '#shared/store/delivery/delivery-payloads.ts';
import { linePartition } from '#shared/store/line/line-keys.ts';
import { readLines, sourcesOf } from '#shared/store/line/suppressions.ts';
import { findListedCalls, findUnlistedCalls, type Person } from '#shared/store/privacy/calls-of-person.ts';
import type { Position, TableReader } from '#shared/store/table/table.ts';

type ExportPorts = { table: TableReader } & Needs<'recordingLinks' | 'hashLine' | 'exportFiles' | 'clock'>;

const CALLS_AT_ONCE = 10;

const callIdsOf = async (table: TableReader, person: Person): Promise<string[]> => {
  const ids = await findUnlistedCalls(table, person);
  for (let place: Position | null = null; ; ) {
    const found = await findListedCalls(table, person, place);
    ids.push(...found.ids);
    if (found.next === null) return [...new Set(ids)];
    place = found.next;
  }
};

/** The events that were told of a call, as long as they are kept. */
const eventsOf = async (table: TableReader, callId: string) => {
  const kept = await table.getMany<DeliveryRecord>(deliveryKeysOf(callId));
  return kept.flatMap((delivery) =>
    delivery && delivery.awaits_call === undefined
      ? [{ id: delivery.event_id, created_at: delivery.created_at, payload: JSON.parse(payloadText(delivery)) }]
      : [],
  );
};

const exportedCall = async ({ table, recordingLinks }: ExportPorts, call: CallRecord) => ({
  ...Call.parse(await callView({ table, recordingLinks }, call)),
  variables: call.variables,
  screening: call.screening,
  refusal: call.refusal,
  contact_timezone: call.contact_timezone,
  callee_country: call.callee_country ?? null,
  to_numbering: call.to_numbering,
  settings: (await getScene(table, call.id))?.settings ?? null,
  instructions: (await getInstructions(table, call.id)) ?? null,
  events: await eventsOf(table, call.id),
});

/** With the number there may be calls of somebody who had it before, and was erased. */
const exportedCalls = async (ports: ExportPorts, person: Person) => {
  const exported = [];
  for (const ids of chunked(await callIdsOf(ports.table, person), CALLS_AT_ONCE)) {
    const found = (await getCalls(ports.table, ids)).filter((call) => call !== undefined);
    const calls = found.filter(({ erased_at }) => erased_at === null);
    exported.push(...(await Promise.all(calls.map((call) => exportedCall(ports, call)))));
  }
  return exported.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
};

const exportedCampaigns = async (table: TableReader, contactId: string) => {
  const campaignIds = await campaignsOf(table, contactId);
  const enrolments = await getEnrolments(
    table,
    campaignIds.map((campaignId) => ({ campaignId, contactId })),
  );
  return enrolments.flatMap((enrolment) => {
    if (!enrolment) return [];
    const { campaign_id, status, attempts, last_outcome, next_attempt_at, skip_reason, enrolled_at } = enrolment;
    return [{ campaign_id, status, attempts, last_outcome, next_attempt_at, skip_reason, enrolled_at }];
  });
};

const exportedNumbers = async (table: TableReader, contact: ContactRecord) => {
  const phones = phonesOf(contact);
  const lines = await readLines(table, contact.team_id, phones);
  return phones.map((phone) => {
    const suppressions = shownSources(sourcesOf(lines.get(phone))).map((source) => toSuppression(phone, source));
    const isFirst = phone === contact.phone;
    const country = isFirst ? contact.phone_country : contact.phone_secondary_country;
    const kind = isFirst ? contact.phone_kind : contact.phone_secondary_kind;
    return { phone, country, kind, suppressions };
  });
};

/**
 * Writes everything that is kept about a contact, deleted or not, into one file of the bucket, and answers with a
 * link to it. What an erasure would find is in it, and nothing of anybody else.
 * @throws Refusal 404 when it was erased meanwhile; then there is no file either.
 */
export const exportPerson = async (ports: ExportPorts, contact: ContactRecord) => {
  const { table, exportFiles, hashLine, clock } = ports;
  const { id: contact_id, account_id, team_id, created_at: contact_created_at } = contact;
  const phones = phonesOf(contact);
  const lines = await Promise.all(phones.map((phone) => hashLine(linePartition(team_id, phone))));
  const [numbers, campaigns, calls] = await Promise.all([
    exportedNumbers(table, contact),
    exportedCampaigns(table, contact_id),
    exportedCalls(ports, { team_id, contact_id, contact_created_at, lines }),
  ]);
  const shownContact = ShownContact.parse(showContact(toContact(contact)));
  const { deleted_at, former_phones = [] } = contact;
  const exported = {
    ...{ exported_at: clock().toISOString(), contact: shownContact, deleted_at, numbers },
    former_numbers: former_phones.map(({ phone }) => phone),
    ...{ campaigns, calls },
  };
  const key = exportKeyOf({ account_id, contact_id });
  await exportFiles.save(key, JSON.stringify(exported, null, 2));
  if ((await getContact(table, contact_id))?.erasure_id) {
    await exportFiles.remove(key);
    throw notFound(`The contact "${contact_id}"`);
  }
  return exportFiles.linkTo(key);
};
