import { CALL_MUTATIONS } from './call-mutations.ts';
import { CAMPAIGN_MUTATIONS } from './campaign-mutations.ts';
import { INBOUND_MUTATIONS } from './inbound-mutations.ts';
import { LIMIT_MUTATIONS } from './limit-mutations.ts';
import type { Mutation } from './mutation.ts';
import { WEBHOOK_MUTATIONS } from './webhook-mutations.ts';

export const MUTATIONS: Mutation[] = [
  ...CALL_MUTATIONS,
  ...CAMPAIGN_MUTATIONS,
  ...INBOUND_MUTATIONS,
  ...LIMIT_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
];

export const findMutation = (name: string): Mutation => {
  const found = MUTATIONS.find((mutation) => mutation.name === name);
  if (found) return found;
  throw new Error(
    `There is no mutation "${name}"; there are ${MUTATIONS.map((mutation) => mutation.name).join(', ')}.`,
  );
};
