import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { chooseTeam, session, signOut, teamId } from '#functions/dashboard/site/session/session.ts';
import type { Role } from '#shared/domain/account/role.ts';
import { DESTINATIONS, isAt } from './navigation.ts';
import { StopCalls } from './stop-calls.tsx';

const TeamChoice = () => {
  const teams = session.value?.teams ?? [];
  if (teams.length < 2) return null;
  return (
    <label class="team">
      Team
      <select value={teamId.value} onChange={({ currentTarget }) => chooseTeam(currentTarget.value)}>
        {teams.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

const StoppedBanner = () => {
  const stoppedAt = session.value?.account.calls_stopped_at;
  if (!stoppedAt) return null;
  return (
    <p class="stopped" role="status">
      All calls are stopped since <When at={stoppedAt} />. Nobody is dialled until somebody resumes them.
    </p>
  );
};

const ROLE_WORDS: Record<Role, string> = {
  read: 'Read-only key',
  operate: 'Operator key',
  full: 'Full key',
};

const Account = () => {
  const leave = useCommand(() => signOut());
  const { account, session: own } = session.value ?? {};
  return (
    <div class="account">
      <p>
        <strong>{account?.slug}</strong>
        <span class="hint">{own && ROLE_WORDS[own.role]}</span>
      </p>
      <Button kind="quiet" isBusy={leave.isBusy} onClick={() => void leave.run()}>
        Sign out
      </Button>
    </div>
  );
};

/** The frame of every page: where one can go, and the button that stops all calls. */
export const Shell = ({ children }: { children: ComponentChildren }) => {
  const { path, url } = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => setMenuOpen(false), [url]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class={isMenuOpen ? 'sidebar open' : 'sidebar'}>
        <div class="brand">
          <span class="brand-name">Voice calling</span>
          <button
            type="button"
            class="button quiet menu-button"
            aria-expanded={isMenuOpen}
            aria-controls="navigation"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            Menu
          </button>
        </div>
        <div class="sidebar-content" id="navigation">
          <TeamChoice />
          <nav aria-label="Main">
            <ul>
              {DESTINATIONS.map((destination) => (
                <li key={destination.href}>
                  <a href={destination.href} aria-current={isAt(path, destination) ? 'page' : undefined}>
                    {destination.words}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div class="sidebar-foot">
            <StopCalls />
            <a class="hint" href="/docs" target="_blank" rel="noreferrer">
              API reference
            </a>
            <Account />
          </div>
        </div>
      </header>
      <div class="content">
        <StoppedBanner />
        {children}
      </div>
    </div>
  );
};
