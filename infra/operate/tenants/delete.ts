import { StartError } from '#infra/local/process/start-error.ts';
import type { Command, Context } from '#infra/operate/command.ts';
import { columns, WOULD } from '#infra/operate/output.ts';
import { senderTo } from '#infra/operate/queue-senders.ts';
import { readLiveCalls } from '#shared/engine/account/live-calls.ts';
import { deleteAccount } from '#shared/engine/removal/delete-account.ts';
import { countItems, sumOf, type Tally } from '#shared/engine/removal/remove-items.ts';
import type { AccountFiles } from '#shared/ports/account-files.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { accountFiles } from '#shared/runtime/clients/erasing.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import { listHeldNumbers } from '#shared/store/phone-numbers.ts';
import { tableScan } from '#shared/store/table/table-scan.ts';
import { tenantOf } from './find.ts';

const filesOf = ({ target }: Context): AccountFiles => {
  if (target.bucket !== null) return accountFiles(target.bucket);
  throw new StartError(
    'A table alone does not tell where its recordings are. Name the stack with --stack, or set RECORDINGS_BUCKET to its bucket (output RecordingsBucketName).',
  );
};

const countFiles = async (files: AccountFiles, accountId: string): Promise<number> => {
  let count = 0;
  for await (const _ of files.keysOf(accountId)) count += 1;
  return count;
};

const tallied = (items: Tally): string[] =>
  sumOf(items) === 0 ? [] : columns(['items', 'count'], Object.entries(items).sort());

const wouldDelete = async (context: Context, account: AccountRecord) => {
  const { table, target, progress } = context;
  const { account_id, slug } = account;
  const files = await countFiles(filesOf(context), account_id);
  const items = await countItems({ table, scan: tableScan(target.tableName), progress }, account);
  const held = (await listHeldNumbers(table, account_id)).filter(({ status }) => status !== 'released');
  const live = (await readLiveCalls(table, account_id)).length;
  return {
    json: { dry_run: true, slug, numbers: held.length, files, items, live_calls: live },
    lines: [
      WOULD,
      `Of ${slug} would go: ${held.length} phone numbers, back to the carrier; ${files} files; ${sumOf(items)} items, and the account itself.`,
      ...(live > 0 ? [`Calls that go on, and must be over first: ${live}.`] : []),
      ...tallied(items),
    ],
  };
};

export const tenantsDelete: Command = {
  name: 'tenants delete',
  args: ['slug'],
  summary:
    'Deletes an account with all that is kept of it, and returns its numbers to the carrier. Nothing brings it back. Run it again after a crash.',
  changes: true,
  isDestructive: true,
  async run(context) {
    const { table, target, args, actor, isDryRun, confirm, clock, sleep, progress } = context;
    const account = await tenantOf(table, args[0], target.words);
    const { slug } = account;
    if (isDryRun) return wouldDelete(context, account);
    if (confirm !== slug) {
      throw new StartError(
        `This deletes the account ${slug} (${account.name}) in ${target.words} for good. See with --dry-run what would go, and confirm with --confirm ${slug}.`,
      );
    }
    const ports = {
      table,
      log: SILENT_LOG,
      clock,
      sleep,
      progress,
      files: filesOf(context),
      scan: tableScan(target.tableName),
    };
    const done = await deleteAccount({ ...ports, numberQueue: senderTo(target, 'number') }, account.account_id, actor);
    return {
      json: { slug, account_id: account.account_id, ...done },
      lines: [
        `${slug} is deleted: ${done.numbers} phone numbers returned, ${done.files} files, ${sumOf(done.items)} items. The slug is free.`,
        ...tallied(done.items),
      ],
    };
  },
};
