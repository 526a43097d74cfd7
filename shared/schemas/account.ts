import * as z from 'zod';
import { PLANS } from '#shared/domain/billing/allowance.ts';
import { BILLING_PROVIDERS, STANDINGS } from '#shared/domain/billing/event.ts';
import { RETENTION_DAYS_MAX } from '#shared/domain/privacy/retention.ts';
import { accountSlug, id, timestamp } from './fields/primitives.ts';

/** The operator's setting is not shown: it may be shorter, and then holds. */
const retentionDays = (part: string) =>
  z.nullable(z.int()).meta({
    description: `Days after a call's end for which its ${part} is kept, unless the operator's own setting is shorter; null: for good.`,
  });

const givenRetention = z.int().min(1).max(RETENTION_DAYS_MAX).nullable().optional();

export const Account = z
  .object({
    id: id('account', 'acct_01JNB4Q8Z6W2'),
    slug: accountSlug,
    name: z.string().meta({ description: "The owner's name.", examples: ['Olive Owner'] }),
    email: z.string().meta({ examples: ['owner@acme.example'] }),
    created_at: timestamp,
    calls_stopped_at: timestamp.nullable().meta({
      description: 'When outbound calls of the account were stopped; null while calls are allowed.',
      examples: [null],
    }),
    transcript_retention_days: retentionDays('transcript').meta({ examples: [90] }),
    recording_retention_days: retentionDays('recording').meta({ examples: [30] }),
  })
  .meta({ id: 'Account' });

export const UpdateAccountBody = z.object({
  accountSlug,
  transcriptRetentionDays: givenRetention.meta({
    description:
      'Days after its end for which what was said on a call, and what was found in it, is kept; null: for good.',
    examples: [90],
  }),
  recordingRetentionDays: givenRetention.meta({
    description: 'Days after its end for which the recording of a call is kept; null: for good.',
    examples: [30],
  }),
});
export type UpdateAccountBody = z.output<typeof UpdateAccountBody>;

export const Plan = z
  .object({
    name: z.enum(PLANS).meta({ examples: ['growth'] }),
    max_phone_numbers: z.int().meta({ description: 'Numbers that the plan includes.', examples: [25] }),
    trial_days: z.nullable(z.int()).meta({
      description: "Days after which the plan's number ends; null when numbers are kept.",
      examples: [null],
    }),
  })
  .meta({ id: 'Plan' });

export const Subscription = z
  .object({
    provider: z.enum(BILLING_PROVIDERS).meta({ examples: ['stripe'] }),
    subscription_id: z.string().meta({ description: "The billing provider's id.", examples: ['sub_1RqX2e'] }),
    customer_id: z.nullable(z.string()).meta({ description: "The billing provider's id.", examples: ['cus_T4mZ81'] }),
    plan_name: z.nullable(z.string()).meta({
      description: "One of the product's plans, or the provider's price name when it matches none.",
      examples: ['growth'],
    }),
    status: z.enum(STANDINGS).meta({
      description: '`cancelled` keeps the plan until `current_period_end`; `expired` is over.',
      examples: ['active'],
    }),
    current_period_start: timestamp.nullable(),
    current_period_end: timestamp.nullable(),
  })
  .meta({ id: 'Subscription' });

export const AccountTeam = z
  .object({
    id: id('team', 'team_01JNB4Q8Z6W2'),
    name: z.string().meta({ examples: ['demo'] }),
    created_at: timestamp,
  })
  .meta({ id: 'AccountTeam' });

export const NumberAllowance = z
  .object({
    current_count: z.int().meta({ description: 'Numbers that the account holds.', examples: [2] }),
    max_allowed: z.int().meta({ description: 'Numbers that the account may hold.', examples: [25] }),
    can_purchase: z.boolean().meta({ examples: [true] }),
    reason: z
      .nullable(z.string())
      .meta({ description: 'Why no number can be bought; null when one can.', examples: [null] }),
  })
  .meta({ id: 'NumberAllowance' });
