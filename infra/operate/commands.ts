import { callsShow } from './calls/show.ts';
import { campaignsShow } from './campaigns/show.ts';
import { campaignsUnstick } from './campaigns/unstick.ts';
import type { Command } from './command.ts';
import { deadLettersList } from './dead-letters/list.ts';
import { deadLettersRedrive } from './dead-letters/redrive.ts';
import { errors } from './errors.ts';
import { log } from './log.ts';
import { tenantsCreate } from './tenants/create.ts';
import { tenantsDelete } from './tenants/delete.ts';
import { tenantsList } from './tenants/list.ts';
import { tenantsPlan } from './tenants/plan.ts';
import { tenantsReinstate } from './tenants/reinstate.ts';
import { tenantsShow } from './tenants/show.ts';
import { tenantsSuspend } from './tenants/suspend.ts';
import { tokensIssue } from './tokens/issue.ts';
import { tokensList } from './tokens/list.ts';
import { tokensRevoke } from './tokens/revoke.ts';

/** Every command of `npm run operate`, in the order of its help. */
export const COMMANDS: readonly Command[] = [
  tenantsList,
  tenantsShow,
  tenantsCreate,
  tenantsSuspend,
  tenantsReinstate,
  tenantsPlan,
  tenantsDelete,
  tokensList,
  tokensIssue,
  tokensRevoke,
  campaignsShow,
  campaignsUnstick,
  deadLettersList,
  deadLettersRedrive,
  errors,
  callsShow,
  log,
];
