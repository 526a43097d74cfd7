import { ACTIVITY_MUTATIONS } from './activity-mutations.ts';
import { CALL_MUTATIONS } from './call-mutations.ts';
import { CALLBACK_MUTATIONS } from './callback-mutations.ts';
import { CAMPAIGN_MUTATIONS } from './campaign-mutations.ts';
import { CONTENTION_MUTATIONS } from './contention-mutations.ts';
import { DAY_MUTATIONS } from './day-mutations.ts';
import { DESTINATION_MUTATIONS } from './destination-mutations.ts';
import { ERASURE_MUTATIONS } from './erasure-mutations.ts';
import { INBOUND_MUTATIONS } from './inbound-mutations.ts';
import { LIMIT_MUTATIONS } from './limit-mutations.ts';
import { LOOK_UP_MUTATIONS } from './look-up-mutations.ts';
import { MONEY_MUTATIONS } from './money-mutations.ts';
import type { Mutation } from './mutation.ts';
import { PROMPTNESS_MUTATIONS } from './promptness-mutations.ts';
import { REDIAL_MUTATIONS } from './redial-mutations.ts';
import { REFUSAL_MUTATIONS } from './refusal-mutations.ts';
import { SETTLEMENT_MUTATIONS } from './settlement-mutations.ts';
import { SINGLE_CALL_MUTATIONS } from './single-call-mutations.ts';
import { STOP_MUTATIONS } from './stop-mutations.ts';
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
