import { api } from '#functions/dashboard/site/api/client.ts';
import { isUnknown, type Problem } from '#functions/dashboard/site/api/problem.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { SelectField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { momentOf, ownZone, shownTime } from '#functions/dashboard/site/format/time.ts';
import { accountSlug } from '#functions/dashboard/site/session/session.ts';
import { quoted } from '#functions/dashboard/site/settings/quoted.ts';
import { useFirstField } from '#functions/dashboard/site/settings/use-first-field.ts';
import type { OutputOf } from '#shared/client/client.ts';
import type { Role } from '#shared/domain/account/role.ts';
import { ROLE_CHOICES, roleHint } from './role-words.ts';

export type CreatedKey = OutputOf<'createApiKey'>['api_key'];

interface CreateKeyDialogProps {
  /** When the key of this session ends, which a new one does not outlive. */
  ownEnd: string | null;
  onMade: (key: CreatedKey) => void;
  onClose: () => void;
}

const lostWords = (name: string): string =>
  `No answer came. The key may exist all the same, with a token that nobody saw: look for ${quoted(name)} in the list, revoke it if it is there, and create another.`;

const toldOf = (problem: Problem | null, name: string): Problem | null =>
  problem !== null && isUnknown(problem) ? { ...problem, words: lostWords(name) } : problem;

const endHint = (ownEnd: string | null): string => {
  const zone = `In the time zone of this browser, ${ownZone()}.`;
  if (ownEnd === null) return `${zone} Empty: it works until it is revoked.`;
  return `${zone} Empty: it ends with the key you are signed in with, ${shownTime(ownEnd, undefined, now())}; not later.`;
};

/** Asks what a new key is for, and makes it. */
export const CreateKeyDialog = ({ ownEnd, onMade, onClose }: CreateKeyDialogProps) => {
  const create = useCommand(
    // A token is shown once, so a repeated request has no answer to give: no Idempotency-Key.
    async (_key, { name, role, endsAt }: { name: string; role: Role; endsAt: string }) => {
      try {
        const { api_key } = await api.createApiKey({
          accountSlug: accountSlug.value,
          name,
          role,
          expiresAt: momentOf(endsAt),
        });
        onMade(api_key);
      } finally {
        void refresh('listApiKeys');
      }
    },
    { inForm: true },
  );
  const form = useForm<{ name: string; role: Role; endsAt: string }>(
    { name: '', role: 'read', endsAt: '' },
    create.problem,
  );
  const role = form.bind('role');
  useFirstField();
  return (
    <Dialog title="New API key" onClose={onClose}>
      <Form
        submit="Create key"
        command={{ isBusy: create.isBusy, problem: toldOf(create.problem, form.values.name) }}
        onSubmit={() => void create.run(form.values)}
        onCancel={onClose}
      >
        <TextField label="Name" isWide required hint="What the key is for." {...form.bind('name')} />
        <SelectField
          label="Role"
          isWide
          choices={ROLE_CHOICES}
          hint={roleHint(form.values.role)}
          {...role}
          onValue={(value) => role.onValue(value as Role)}
        />
        <TextField
          label="Ends at"
          isWide
          type="datetime-local"
          hint={endHint(ownEnd)}
          {...form.bind('endsAt', 'expiresAt')}
        />
      </Form>
    </Dialog>
  );
};
