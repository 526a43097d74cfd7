import type { PromptSubjects } from '#shared/domain/assistant/prompt-variables.ts';

interface HeldNumber {
  status: string;
  phone_number: string;
  assistant_id: string | null;
}

/** The number that a single call is placed from: the assistant's oldest, else the team's oldest. Newest come first. */
export const callerIdOf = (newestFirst: readonly HeldNumber[], assistantId: string): string | null => {
  const active = newestFirst.filter(({ status }) => status === 'active');
  const oldest = active.findLast((number) => number.assistant_id === assistantId) ?? active.at(-1);
  return oldest?.phone_number ?? null;
};

/** What a prompt may know of a single call to this number. */
export const callSubject = (
  toNumber: string | null,
  fromNumber: string | null,
): NonNullable<PromptSubjects['call']> => ({
  direction: 'outbound',
  from_number: fromNumber,
  to_number: toNumber,
  attempt: 1,
});
