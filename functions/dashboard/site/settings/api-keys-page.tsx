import { useState } from 'preact/hooks';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { CheckField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import { type CreatedKey, CreateKeyDialog } from './api-keys/create-key-dialog.tsx';
import { KeyTable } from './api-keys/key-table.tsx';
import { keyState, type ListedKey } from './api-keys/key-tree.ts';
import { NewTokenDialog } from './api-keys/new-token-dialog.tsx';
import { useAllKeys } from './api-keys/use-all-keys.ts';
import { SettingsPage } from './settings-page.tsx';

const KeyList = ({ keys }: { keys: readonly ListedKey[] }) => {
  const { query, change } = useAddress();
  const at = now();
  const live = keys.filter((key) => keyState(key, at) === 'live');
  const isAll = query.show === 'all';
  return (
    <>
      {live.length < keys.length && (
        <CheckField
          label={`Show revoked and ended keys (${keys.length - live.length})`}
          {...unbound(isAll, (all) => change({ show: all ? 'all' : null }))}
        />
      )}
      <KeyTable keys={keys} shown={isAll ? keys : live} now={at} />
    </>
  );
};

export const ApiKeysPage = () => {
  const { query, change } = useAddress();
  const [made, setMade] = useState<CreatedKey | null>(null);
  const list = useAllKeys();
  const ownEnd = list.data?.find(({ is_current }) => is_current)?.expires_at ?? null;
  const close = (): void => change({ new: null }, { replace: true });
  const show = (key: CreatedKey): void => {
    setMade(key);
    close();
  };
  return (
    <SettingsPage
      title="API keys"
      actions={
        <Button kind="primary" disabled={!may('full')} onClick={() => change({ new: 'key' })}>
          Create key
        </Button>
      }
    >
      <p class="hint">
        A program sends a key's token with each request; a person signs in with it here. What a key may do depends on
        its role.
      </p>
      <State of={list}>{(keys) => <KeyList keys={keys} />}</State>
      {query.new === 'key' && may('full') && <CreateKeyDialog ownEnd={ownEnd} onMade={show} onClose={close} />}
      {made !== null && <NewTokenDialog made={made} onDone={() => setMade(null)} />}
    </SettingsPage>
  );
};
