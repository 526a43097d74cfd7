import * as z from 'zod';
import { SUPPRESSION_REASONS, type SuppressionSource } from '#shared/domain/call/suppression.ts';
import { id, phone, shortText, timestamp } from './fields/primitives.ts';

export const Suppression = z
  .object({
    phone: z.string().meta({ description: 'Phone number, E.164.', examples: ['+14155550100'] }),
    reason: z.enum(SUPPRESSION_REASONS).meta({
      description:
        "`manual`: added by itself; `import`: in bulk; `contact`: through a contact's `doNotCall`; `said_on_call`: " +
        'somebody asked for it on a call.',
      examples: ['manual'],
    }),
    note: z.nullable(z.string()).meta({ examples: ['Asked by letter.'] }),
    created_at: timestamp,
  })
  .meta({ id: 'Suppression' });
export type Suppression = z.output<typeof Suppression>;

/** A number to be suppressed: one row of a bulk request. */
const row = { phone, note: shortText('Why, for people.', 'Asked by letter.').nullish() };

export const SuppressionRow = z.object(row);
export type SuppressionRow = z.output<typeof SuppressionRow>;

export const AddSuppressionBody = z.object({ teamId: id('team', 'team_01JNB4Q8Z6W2'), ...row });
export type AddSuppressionBody = z.output<typeof AddSuppressionBody>;

const BULK_SUPPRESSIONS_MAX = 1_000;

export const BulkSuppressionsBody = z.object({
  teamId: id('team', 'team_01JNB4Q8Z6W2'),
  numbers: z
    .array(z.unknown())
    .min(1)
    .max(BULK_SUPPRESSIONS_MAX)
    .meta({
      description: 'Each row is `{phone, note?}` as in POST /api/crm/suppressions.',
      examples: [[{ phone: '+14155550100', note: 'Asked by letter.' }]],
    }),
});
export type BulkSuppressionsBody = z.output<typeof BulkSuppressionsBody>;

/** The result of one row. */
export const SuppressionResult = z.object({
  index: z.int().meta({ description: 'Position of the row in the request.', examples: [0] }),
  success: z.boolean().meta({ examples: [true] }),
  error: z.nullable(z.string()).meta({ examples: [null] }),
});

export const BulkSuppressions = z.object({
  added: z.int().meta({ description: 'Numbers that were not suppressed before.', examples: [1] }),
  present: z.int().meta({ description: 'Rows whose number was suppressed, or is in an earlier row.', examples: [0] }),
  failed: z.int().meta({ examples: [0] }),
  results: z.array(SuppressionResult),
});
export type BulkSuppressions = z.output<typeof BulkSuppressions>;

export const toSuppression = (phone: string, { reason, note, created_at }: SuppressionSource): Suppression => ({
  phone,
  reason,
  note,
  created_at,
});
