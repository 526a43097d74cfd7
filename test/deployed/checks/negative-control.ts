import type { Deployment } from '#test/deployed/deployment.ts';

const ASKED = 'listCompanies';
const GRANT = 'dynamodb:Query';

/** Takes one grant away and asks again. @throws when nobody notices */
export const noticeMissingGrant = async ({ stack, credentials }: Deployment): Promise<void> => {
  const { denials, serverErrors } = stack.journal;
  const before = { denials: denials.size, errors: serverErrors.length };
  stack.revoke(ASKED, GRANT);
  const response = await fetch(`${stack.url}/api/crm/companies?teamId=${credentials.team_id}`, {
    headers: { authorization: `Bearer ${credentials.api_token}` },
  });
  await response.arrayBuffer();
  if (response.status < 500 || serverErrors.length === before.errors) {
    throw new Error(`${ASKED} answered ${response.status} without ${GRANT}.`);
  }
  if (denials.size === before.denials) throw new Error(`Nothing was denied when ${ASKED} had lost ${GRANT}.`);
};
