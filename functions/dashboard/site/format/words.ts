const WORDS: Partial<Record<string, string>> = {
  in_progress: 'In progress',
  no_answer: 'No answer',
  retry_scheduled: 'Waiting to retry',
  do_not_call: 'Do not call',
  dead_lettered: 'Given up',
};

/** A status or reason of the API as a person reads it. */
export const statusWords = (status: string): string => {
  const plain = status.replaceAll('_', ' ');
  return WORDS[status] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** `1 contact`, `2 contacts`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
