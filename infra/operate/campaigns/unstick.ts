import { StartError } from '#infra/local/process/start-error.ts';
import type { Command } from '#infra/operate/command.ts';
import { WOULD } from '#infra/operate/output.ts';
import { senderTo } from '#infra/operate/queue-senders.ts';
import { wakeAsOperator } from '#shared/engine/campaign/wake-as-operator.ts';
import { campaignOf } from './campaign-view.ts';

const WHAT_FOLLOWS =
  'The engine settles the calls that are over, gives back claims whose time is up, fills free slots with who is due, ' +
  'completes the campaign if nobody is left, and sets its next look. What it finds done it leaves alone; a live call it leaves alone too.';

export const campaignsUnstick: Command = {
  name: 'campaigns unstick',
  args: ['campaign id'],
  summary:
    'Has a campaign look again at what it may do. Safe at any time: it releases nothing by itself and asks the carrier nothing.',
  changes: true,
  async run({ table, target, args, actor, isDryRun, clock }) {
    const { control, account } = await campaignOf(table, args[0], target.words);
    if (target.queues === null) {
      throw new StartError(
        'A table alone does not tell where its queues are. Name the stack with --stack; the sweep wakes every running campaign within a minute anyway.',
      );
    }
    const { id, status } = control;
    if (isDryRun) {
      const words = `The campaign ${id}, which is ${status}, would be woken. ${WHAT_FOLLOWS}`;
      return { json: { dry_run: true, would_wake: id, status }, lines: [WOULD, words] };
    }
    await wakeAsOperator({ table, clock, campaignQueue: senderTo(target, 'campaign') }, control, { actor, account });
    return {
      json: { woken: id, status },
      lines: [`The campaign ${id}, which is ${status}, was woken.`, WHAT_FOLLOWS, `See with: campaigns show ${id}`],
    };
  },
};
