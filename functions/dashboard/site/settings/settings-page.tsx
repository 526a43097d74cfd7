import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { Page } from '#functions/dashboard/site/layout/page.tsx';

const ROOMS = [
  { href: '/settings/api-keys', words: 'API keys' },
  { href: '/settings/webhooks', words: 'Webhooks' },
  { href: '/settings/dialing', words: 'Dialing' },
  { href: '/settings/retention', words: 'Retention' },
  { href: '/settings/suppressions', words: 'Suppressions' },
  { href: '/settings/activity', words: 'Activity' },
];

const SettingsNavigation = () => {
  const { path } = useLocation();
  const shown = path === '/settings' ? '/settings/api-keys' : path;
  return (
    <nav class="rooms" aria-label="Settings">
      <ul>
        {ROOMS.map(({ href, words }) => (
          <li key={href}>
            <a href={href} aria-current={href === shown ? 'page' : undefined}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

interface SettingsPageProps {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** One of the pages of the settings, with links to the others. */
export const SettingsPage = ({ title, actions, children }: SettingsPageProps) => (
  <Page title={title} actions={actions}>
    <SettingsNavigation />
    {children}
  </Page>
);
