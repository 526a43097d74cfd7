import { ROLES, type Role } from '#shared/domain/account/role.ts';

const MAY: Record<Role, string> = {
  read: 'sees everything, changes nothing',
  operate: 'runs campaigns and calls, changes no settings',
  full: 'may do everything',
};

const MORE: Record<Role, string> = {
  read: 'Enough for reports and exports.',
  operate:
    'Also makes and changes assistants, companies, contacts, campaigns and calls, suppresses numbers and stops all calls.',
  full: 'Also keys, webhooks, dialing settings, phone numbers, the end of a suppression, resuming calls and erasure.',
};

/** Roles to choose from, each with what it may do. */
export const ROLE_CHOICES = ROLES.map((role) => ({ value: role, words: `${role}: ${MAY[role]}` }));

/** What a role may do, at more length. */
export const roleHint = (role: Role): string => MORE[role];
