import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import { plainNumber } from './suppression-words.ts';

const EMPTY = { phone: '', note: '' };

/** Puts one number on the list. */
export const AddSuppressionForm = () => {
  const add = useCommand(
    async (idempotencyKey, { phone, note }: typeof EMPTY) => {
      const { suppression } = await api.addSuppression(
        { teamId: teamId.value, phone: plainNumber(phone), ...(note !== '' && { note }) },
        { idempotencyKey },
      );
      form.reset(EMPTY);
      notify(`${suppression.phone} is never called any more.`);
      await refresh('listSuppressions');
    },
    { inForm: true },
  );
  const form = useForm(EMPTY, add.problem);
  const isReadOnly = !may('operate');
  return (
    <div class="card add-number">
      <Form
        submit="Add"
        label="Add a number"
        command={add}
        disabled={isReadOnly}
        onSubmit={() => void add.run(form.values)}
      >
        <TextField
          label="Phone number"
          type="tel"
          required
          disabled={isReadOnly}
          placeholder="+14155550100"
          {...form.bind('phone')}
        />
        <TextField label="Note" disabled={isReadOnly} placeholder="Asked by letter" {...form.bind('note')} />
      </Form>
    </div>
  );
};
