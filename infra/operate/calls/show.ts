import { StartError } from '#infra/local/process/start-error.ts';
import type { Command } from '#infra/operate/command.ts';
import { searchLogs } from '#infra/operate/logs/log-lines.ts';
import { columns, facts, masked } from '#infra/operate/output.ts';
import { withoutPhones } from '#infra/operate/tenants/recent-errors.ts';
import { DAY_MS } from '#shared/domain/time.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { deliveryKeysOf } from '#shared/store/call/call-leftovers.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import type { DeliveryRecord } from '#shared/store/delivery/deliveries.ts';
import type { TableReader } from '#shared/store/table/table.ts';

const deliveriesOf = async (table: TableReader, callId: string) => {
  const found = await table.getMany<DeliveryRecord>(deliveryKeysOf(callId));
  return found
    .filter((delivery) => delivery !== undefined)
    .map(({ id, type, status, attempts, created_at }) => {
      const last = attempts.at(-1);
      return { id, type, status, created_at, attempts: attempts.length, last_status: last?.status_code ?? null };
    });
};

const words = (text: string | null): string | null => (text === null ? null : withoutPhones(text));

/** A call without what was said, and without what tells who the other party is. */
const callView = (call: CallRecord, slug: string) => ({
  ...{ id: call.id, account_slug: slug, account_id: call.account_id, campaign_id: call.campaign_id },
  ...{ direction: call.direction, status: call.status, outcome: call.outcome, ended_reason: call.ended_reason },
  ...{ answered_by: call.answered_by, attempt: call.attempt, generation: call.generation },
  from_number: masked(call.from_number),
  to_number: masked(call.to_number),
  error: words(call.error),
  refusal: words(call.refusal?.reason ?? null),
  ...{ not_dialed_reason: call.not_dialed_reason, waits_for: call.waits_for, due_at: call.due_at },
  ...{ call_control_id: call.call_control_id, created_at: call.created_at, queued_at: call.queued_at },
  ...{ scheduled_at: call.scheduled_at, started_at: call.started_at, answered_at: call.answered_at },
  ...{ ended_at: call.ended_at, duration_secs: call.duration_secs, concluded_at: call.concluded_at },
  ...{ asked_at: call.asked_at, hang_up_requested_at: call.hang_up_requested_at, erased_at: call.erased_at },
  events: Object.entries(call.events)
    .map(([type, at]) => ({ type, at: String(at) }))
    .sort((one, other) => one.at.localeCompare(other.at)),
  announced: call.announced,
});

type View = ReturnType<typeof callView>;

const factsOf = ({ events: _, announced: __, ...view }: View): string[] =>
  facts(
    Object.entries(view).flatMap(([name, value]): [string, string | number][] =>
      value === null ? [] : [[name.replaceAll('_', ' '), value]],
    ),
  );

export const callsShow: Command = {
  name: 'calls show',
  args: ['call id'],
  options: { logs: { type: 'boolean', words: 'lines of the logs that name the call, too' } },
  summary:
    "Shows a call's story for support: status, times, events, deliveries. No transcript, and numbers are masked.",
  changes: false,
  async run({ table, target, args, options, clock, sleep }) {
    const call = await getCall(table, args[0] ?? '');
    if (!call) throw new StartError(`There is no call "${args[0]}" in ${target.words}.`);
    const { slug } = await getAccount(table, call.account_id);
    const view = callView(call, slug);
    const deliveries = await deliveriesOf(table, call.id);
    const since = new Date(Date.parse(call.queued_at) - DAY_MS);
    const search = { field: 'call_id' as const, value: call.id, errorsOnly: false, since, until: clock() };
    const logs = options.logs === true ? await searchLogs(target, search, sleep) : undefined;
    const rows = (logs ?? []).map(({ at, level, function: name, message, error }) => [
      at,
      level,
      name,
      withoutPhones([message, error].filter(Boolean).join(' ')),
    ]);
    return {
      json: { call: view, deliveries, ...(logs !== undefined && { logs }) },
      lines: [
        ...factsOf(view),
        ...(view.events.length === 0
          ? []
          : [
              '',
              ...columns(
                ['event', 'received'],
                view.events.map(({ type, at }) => [type, at]),
              ),
            ]),
        ...(deliveries.length === 0
          ? []
          : [
              '',
              ...columns(
                ['delivery', 'of', 'status', 'attempts', 'answer'],
                deliveries.map(({ id, type, status, attempts, last_status }) => [
                  id,
                  type,
                  status,
                  attempts,
                  last_status,
                ]),
              ),
            ]),
        ...(rows.length === 0 ? [] : ['', ...columns(['at', 'level', 'function', 'words'], rows)]),
        ...(logs === null
          ? ['', 'Logs were not searched: a table alone does not tell where they are. Name the stack with --stack.']
          : []),
      ],
    };
  },
};
