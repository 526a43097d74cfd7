/** A number as it was typed or copied, without what people put between digits. */
export const bareNumber = (typed: string): string => typed.replace(/[\s().-]/g, '');

interface Asked {
  to: string;
  assistantName: string;
  from: string | null;
  isChanged: boolean;
}

/** What follows when a test call is placed. */
export const testCallWords = ({ to, assistantName, from, isChanged }: Asked): string =>
  [
    `${to} rings now${from === null ? '' : `, called from ${from}`}. Whoever answers speaks with “${assistantName}”.`,
    ...(isChanged ? ['What you have not saved is not in this call.'] : []),
  ].join(' ');
