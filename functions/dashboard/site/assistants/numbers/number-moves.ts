import { listed } from '#functions/dashboard/site/assistants/listed.ts';

export interface HeldNumber {
  id: string;
  phone_number: string;
  assistant_id: string | null;
  assistant_name: string | null;
}

/** The chosen numbers that another assistant has now. */
export const takenFromOthers = (
  numbers: readonly HeldNumber[],
  chosen: ReadonlySet<string>,
  assistantId: string,
): HeldNumber[] =>
  numbers.filter(({ id, assistant_id }) => chosen.has(id) && assistant_id !== null && assistant_id !== assistantId);

/** Whom a number belongs to, where that is somebody else. */
export const ownerWords = (number: HeldNumber, assistantId: string): string | undefined =>
  number.assistant_id === null || number.assistant_id === assistantId
    ? undefined
    : `Belongs to “${number.assistant_name ?? number.assistant_id}”.`;

/** What follows when numbers move to another assistant. */
export const moveWords = (taken: readonly HeldNumber[], toName: string): string => {
  const numbers = listed(taken.map(({ phone_number }) => phone_number));
  const owners = listed([...new Set(taken.map((number) => `“${number.assistant_name ?? number.assistant_id}”`))]);
  const isOne = taken.length === 1;
  return `${numbers} ${isOne ? 'moves' : 'move'} from ${owners} to “${toName}”: whoever calls ${isOne ? 'it' : 'them'} is answered by “${toName}” from then on.`;
};
