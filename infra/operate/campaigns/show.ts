import type { Command } from '#infra/operate/command.ts';
import { columns, facts } from '#infra/operate/output.ts';
import { type CampaignView, campaignOf, readCampaign } from './campaign-view.ts';

const waitingInWords = ({ waiting_reason, waiting_until }: CampaignView): string =>
  waiting_reason === null ? 'nothing' : `${waiting_reason}, until ${waiting_until}`;

const factsOf = (campaign: CampaignView): string[] =>
  facts([
    ['campaign', campaign.id],
    ['account', `${campaign.account_slug} (${campaign.account_id})`],
    ['status', campaign.deleted_at === null ? campaign.status : `deleted on ${campaign.deleted_at}`],
    ['paused, because', campaign.paused_reason],
    ['stopped, because', campaign.stopped_by],
    ['waits for', waitingInWords(campaign)],
    ['due contacts', campaign.due_contacts],
    ['slots', `${campaign.live_slots.length} of ${campaign.max_concurrent_calls}`],
    ['calls that may still start', campaign.calls_left ?? 'no cap'],
    ['calls not settled yet', campaign.unsettled_calls.length],
    ['calls settled last', campaign.last_settled_at],
    ['looks again', campaign.wake_at],
    ['changed last', campaign.updated_at],
  ]);

const countsOf = ({ counters, recount }: CampaignView): string[] => {
  const statuses = Object.keys(recount) as (keyof typeof recount)[];
  const rows = statuses
    .filter((status) => counters[status] > 0 || recount[status] > 0)
    .map((status) => [
      status,
      counters[status],
      recount[status],
      counters[status] === recount[status] ? '' : 'differs',
    ]);
  return rows.length === 0 ? ['No contacts.'] : columns(['contacts', 'counter', 'recount', ''], rows);
};

const callsOf = ({ live_slots, unsettled_calls }: CampaignView): string[] => [
  ...(live_slots.length === 0
    ? []
    : [
        '',
        ...columns(
          ['call in a slot', 'status', 'since'],
          live_slots.map(({ call_id, status, since }) => [call_id, status, since]),
        ),
      ]),
  ...(unsettled_calls.length === 0
    ? []
    : [
        '',
        ...columns(
          ['call not settled', 'since'],
          unsettled_calls.map(({ call_id, since }) => [call_id, since]),
        ),
      ]),
];

export const campaignsShow: Command = {
  name: 'campaigns show',
  args: ['campaign id'],
  summary:
    'Shows whether a campaign is stuck: why it is paused or waits, its counters beside a recount, its slots, due contacts, unsettled calls.',
  changes: false,
  async run({ table, target, args, clock }) {
    const { control, account } = await campaignOf(table, args[0], target.words);
    const campaign = await readCampaign(table, control, account, clock());
    return { json: campaign, lines: [...factsOf(campaign), '', ...countsOf(campaign), ...callsOf(campaign)] };
  },
};
