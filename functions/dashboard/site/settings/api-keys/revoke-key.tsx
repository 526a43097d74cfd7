import { type Signal, signal } from '@preact/signals';
import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { CheckField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { may } from '#functions/dashboard/site/session/session.ts';
import { quoted } from '#functions/dashboard/site/settings/quoted.ts';
import { type ListedKey, liveDescendants } from './key-tree.ts';

interface RevokeQuestionProps {
  revoked: ListedKey;
  descendants: readonly ListedKey[];
  /** Whether those end too. */
  withThem: Signal<boolean>;
}

const RevokeQuestion = ({ revoked, descendants, withThem }: RevokeQuestionProps) => {
  const ending = withThem.value ? [revoked, ...descendants] : [revoked];
  return (
    <>
      <p>
        Whatever uses the token that ends in <code>{revoked.last4}</code> is refused from the next moment, and whoever
        signed in with it is signed out. This cannot be undone.
      </p>
      {descendants.length > 0 && (
        <CheckField
          label="Also revoke the keys it created"
          hint={
            <>
              {counted(descendants.length, 'key')}: {descendants.map(({ name }) => quoted(name)).join(', ')}
            </>
          }
          {...unbound(withThem.value, (value) => {
            withThem.value = value;
          })}
        />
      )}
      {ending.some(({ is_current }) => is_current) && (
        <p class="banner waiting">You are signed in with {endingOwnWords(revoked)}: you will be signed out.</p>
      )}
    </>
  );
};

const endingOwnWords = ({ is_current }: ListedKey): string => (is_current ? 'this key' : 'a key that ends with it');

interface RevokeButtonProps {
  revoked: ListedKey;
  keys: readonly ListedKey[];
}

/** Ends a key, on request with all that descend from it. */
export const RevokeButton = ({ revoked, keys }: RevokeButtonProps) => {
  const revoke = useCommand(async (_key, withThem: boolean) => {
    await api.revokeApiKey({ apiKeyId: revoked.id, descendants: withThem ? 'revoke' : 'keep' });
    notify(`${quoted(revoked.name)} is revoked.`);
    await refresh('listApiKeys');
  });
  const ask = async (): Promise<void> => {
    const descendants = liveDescendants(keys, revoked.id, now());
    const withThem = signal(descendants.length > 0);
    const title = `Revoke ${quoted(revoked.name)}?`;
    const body = <RevokeQuestion revoked={revoked} descendants={descendants} withThem={withThem} />;
    if (await confirm({ title, body, yes: 'Revoke', isDangerous: true })) await revoke.run(withThem.value);
  };
  return (
    <Button disabled={!may('full')} isBusy={revoke.isBusy} onClick={() => void ask()}>
      Revoke
    </Button>
  );
};
