import { orNull, type WindowAndLimits, windowOf } from '#functions/dashboard/site/campaigns/window-values.ts';
import type { InputOf } from '#shared/client/client.ts';

/** What the form of a new campaign holds; empty numbers take the service's defaults. */
export interface DraftValues extends WindowAndLimits {
  name: string;
  description: string;
  assistantId: string;
  companyId: string;
  fromNumberIds: string[];
  /** Everybody of the company, or those chosen by search. */
  who: 'all' | 'chosen';
  contactIds: string[];
}

/** What the service has of it. */
export interface SavedDraft {
  id: string;
  assistantId: string;
  companyId: string;
  contactIds: readonly string[];
}

const given = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

const limitsOf = (values: DraftValues) => {
  const limits = {
    maxConcurrentCalls: given(values.maxConcurrentCalls),
    maxAttemptsPerContact: given(values.maxAttemptsPerContact),
    retryDelayMinutes: given(values.retryDelayMinutes),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as {
    [Name in keyof typeof limits]?: number;
  };
};

const common = (values: DraftValues) => ({
  name: values.name,
  description: orNull(values.description),
  fromNumberIds: values.fromNumberIds,
  ...windowOf(values),
  ...limitsOf(values),
});

/** A draft has no time at which it starts: with one it would start by itself. */
export const createBody = (values: DraftValues, teamId: string): InputOf<'createCampaign'> => ({
  teamId,
  assistantId: values.assistantId,
  companyId: values.companyId,
  ...common(values),
});

export const changeBody = (id: string, values: DraftValues): InputOf<'updateCampaign'> => ({ id, ...common(values) });

/** Whether the draft can become what the form says; assistant and company are for good, and nobody is taken out. */
export const canBeChangedTo = (
  saved: SavedDraft,
  { assistantId, companyId }: Pick<DraftValues, 'assistantId' | 'companyId'>,
  contactIds: readonly string[],
): boolean => {
  const wanted = new Set(contactIds);
  return (
    saved.assistantId === assistantId &&
    saved.companyId === companyId &&
    saved.contactIds.every((contactId) => wanted.has(contactId))
  );
};

/** Those of the wanted contacts that the draft does not have, in portions of a request. */
export const portionsToAdd = (saved: readonly string[], wanted: readonly string[], portionSize: number): string[][] => {
  const known = new Set(saved);
  const missing = [...new Set(wanted)].filter((contactId) => !known.has(contactId));
  const count = Math.ceil(missing.length / portionSize);
  return Array.from({ length: count }, (_, index) => missing.slice(index * portionSize, (index + 1) * portionSize));
};

/** Numbers that take turns unless somebody chooses: the assistant's own, else all that are in use. */
export const proposedNumbers = (
  numbers: readonly { id: string; status: string; assistant_id: string | null }[],
  assistantId: string,
): string[] => {
  const active = numbers.filter(({ status }) => status === 'active');
  const own = active.filter(({ assistant_id }) => assistant_id === assistantId);
  return (own.length > 0 ? own : active).map(({ id }) => id);
};
