import * as z from 'zod';
import { id, timestamp } from './fields/primitives.ts';

export const Erasure = z
  .object({
    id: id('erasure', 'ers_01JNB4Q8Z6W2'),
    status: z.enum(['pending', 'completed']).meta({
      description: '`completed` when nothing of the person is left, mostly within a minute.',
      examples: ['pending'],
    }),
    requested_at: timestamp,
    completed_at: timestamp.nullable().meta({ examples: [null] }),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.output<typeof Erasure>;

export const Export = z
  .object({
    url: z.string().meta({
      description: 'A link to one JSON file; it works for 15 minutes.',
      examples: ['https://recordings.example/exports/acct_01JNB4Q8Z6W2/cont_01JNB4Q8Z6W2.json'],
    }),
    expires_at: timestamp,
  })
  .meta({ id: 'Export' });
