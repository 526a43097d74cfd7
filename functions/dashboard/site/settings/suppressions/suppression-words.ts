import type { CsvColumn } from '#functions/dashboard/site/csv/write-csv.ts';
import type { OutputOf } from '#shared/client/client.ts';

export type Suppression = OutputOf<'listSuppressions'>['suppressions'][number];

const REASONS: Record<Suppression['reason'], string> = {
  manual: 'Entered here',
  import: 'Imported',
  contact: 'A contact is marked “do not call”',
  said_on_call: 'Said on a call',
};

/** Why a number is never called. */
export const reasonWords = (reason: Suppression['reason']): string => REASONS[reason];

const BETWEEN_DIGITS = /[\s().\-/\u2010-\u2015]/g;

/** A typed number without what people put between its digits; what else is wrong with it the service says. */
export const plainNumber = (typed: string): string => typed.replace(BETWEEN_DIGITS, '').replace(/^00/, '+');

/** The columns of an exported list; an import reads them again. */
export const SUPPRESSION_CSV: readonly CsvColumn<Suppression>[] = [
  { header: 'phone', value: ({ phone }) => phone },
  { header: 'note', value: ({ note }) => note },
  { header: 'reason', value: ({ reason }) => reason },
  { header: 'created_at', value: ({ created_at }) => created_at },
];
