import { defineSite } from '#shared/runtime/define/site.ts';
import { dashboardPolicy, referencePolicy } from '#shared/runtime/http/page-policy.ts';

/** Every page of the dashboard has the same index, whose script shows what its path names. */
export const serveDashboard = defineSite({
  summary: 'Serve the dashboard and the API reference to browsers',
  pages: [
    {
      paths: [
        '/',
        '/campaigns',
        '/campaigns/new',
        '/campaigns/{id}',
        '/contacts',
        '/contacts/import',
        '/calls',
        '/calls/{id}',
        '/assistants',
        '/assistants/{id}',
        '/phone-numbers',
        '/settings',
        '/settings/api-keys',
        '/settings/webhooks',
        '/settings/dialing',
        '/settings/retention',
        '/settings/suppressions',
        '/settings/activity',
      ],
      file: (hasSession) => (hasSession ? 'index' : 'index-signed-out'),
      policy: dashboardPolicy,
    },
    { paths: ['/docs'], file: () => 'docs', policy: referencePolicy },
  ],
  assets: '/assets/{file}',
});
