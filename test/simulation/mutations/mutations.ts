import { ACTIVITY_MUTATIONS } from './activity-mutations.ts';
import { CALL_MUTATIONS } from './call/call-mutations.ts';
import { CALLBACK_MUTATIONS } from './call/callback-mutations.ts';
import { INBOUND_MUTATIONS } from './call/inbound-mutations.ts';
import { LOOK_UP_MUTATIONS } from './call/look-up-mutations.ts';
import { REFUSAL_MUTATIONS } from './call/refusal-mutations.ts';
import { SINGLE_CALL_MUTATIONS } from './call/single-call-mutations.ts';
import { CAMPAIGN_MUTATIONS } from './campaign/campaign-mutations.ts';
import { CONTENTION_MUTATIONS } from './campaign/contention-mutations.ts';
import { DAY_MUTATIONS } from './campaign/day-mutations.ts';
import { DESTINATION_MUTATIONS } from './campaign/destination-mutations.ts';
import { LIMIT_MUTATIONS } from './campaign/limit-mutations.ts';
import { PROMPTNESS_MUTATIONS } from './campaign/promptness-mutations.ts';
import { REDIAL_MUTATIONS } from './campaign/redial-mutations.ts';
import { SETTLEMENT_MUTATIONS } from './campaign/settlement-mutations.ts';
import { STOP_MUTATIONS } from './campaign/stop-mutations.ts';
import { ERASURE_MUTATIONS } from './erasure-mutations.ts';
import { MONEY_MUTATIONS } from './money-mutations.ts';
import type { Mutation } from './mutation.ts';
import { WEBHOOK_MUTATIONS } from './webhook-mutations.ts';

export const MUTATIONS: Mutation[] = [
  ...CALL_MUTATIONS,
  ...CALLBACK_MUTATIONS,
  ...ACTIVITY_MUTATIONS,
  ...CAMPAIGN_MUTATIONS,
  ...CONTENTION_MUTATIONS,
  ...DESTINATION_MUTATIONS,
  ...DAY_MUTATIONS,
  ...ERASURE_MUTATIONS,
  ...MONEY_MUTATIONS,
  ...INBOUND_MUTATIONS,
  ...PROMPTNESS_MUTATIONS,
  ...REDIAL_MUTATIONS,
  ...REFUSAL_MUTATIONS,
  ...LOOK_UP_MUTATIONS,
  ...LIMIT_MUTATIONS,
  ...SETTLEMENT_MUTATIONS,
  ...SINGLE_CALL_MUTATIONS,
  ...STOP_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
];

export const findMutation = (name: string): Mutation => {
  const found = MUTATIONS.find((mutation) => mutation.name === name);
  if (found) return found;
  throw new Error(
    `There is no mutation "${name}"; there are ${MUTATIONS.map((mutation) => mutation.name).join(', ')}.`,
  );
};
