import { useState } from 'preact/hooks';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { useTitle } from '#functions/dashboard/site/layout/page.tsx';
import { signIn, signInNote } from './session.ts';

const WRONG_KEY = 'This is not a live API key. Check that it is whole, and neither revoked nor ended.';

/** Shown at every address while nobody is signed in; what was asked for is shown afterwards. */
export const SignInPage = () => {
  useTitle('Sign in');
  const [token, setToken] = useState('');
  const command = useCommand(() => signIn({ token: token.trim() }), { inForm: true });
  const { problem } = command;
  const words = problem && (problem.status === 401 ? WRONG_KEY : problem.words);
  const submit = (event: Event): void => {
    event.preventDefault();
    void command.run();
  };
  return (
    <main class="sign-in" id="main">
      <form class="card" onSubmit={submit}>
        <h1>Sign in</h1>
        {signInNote.value && <p class="hint">{signInNote.value}</p>}
        <div class="field">
          <label for="api-key">API key</label>
          <input
            id="api-key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
            aria-invalid={words !== null}
            aria-describedby="api-key-note"
          />
          <p id="api-key-note" class={words ? 'field-error' : 'hint'} role={words ? 'alert' : undefined}>
            {words ??
              'The key is exchanged for a session and not kept in this browser. On your own machine, "npm run dashboard" prints a link that signs in by itself.'}
          </p>
        </div>
        <Button kind="primary" type="submit" isBusy={command.isBusy}>
          Sign in
        </Button>
      </form>
    </main>
  );
};
