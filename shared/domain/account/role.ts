/** What a key may do: read everything, run the daily business, or everything. Each may what those before it may. */
export const ROLES = ['read', 'operate', 'full'] as const;
export type Role = (typeof ROLES)[number];

export const mayDo = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
