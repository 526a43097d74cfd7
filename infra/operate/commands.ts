import type { Command } from './command.ts';
import { tenantsList } from './tenants/list.ts';
import { tenantsShow } from './tenants/show.ts';
import { tokensIssue } from './tokens/issue.ts';

/** Every command of `npm run operate`, in the order of its help. */
export const COMMANDS: readonly Command[] = [tenantsList, tenantsShow, tokensIssue];
