/** What a key may do; each role may do everything that those before it may. */
export const ROLES = ['read', 'operate', 'full'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role may do what asks for another. */
export const mayDo = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Why a role is refused, as RFC 6750 (section 3.1) has it told beside a 403; neither quotes nor backslashes may occur. */
export const insufficientRole = (role: Role, needed: Role): Record<string, string> => ({
  'www-authenticate':
    `Bearer error="insufficient_scope", scope="${needed}", error_description="This needs an API key of the role ` +
    `${needed}, and the role of this one is ${role}. Whoever has a full key can create another."`,
});
