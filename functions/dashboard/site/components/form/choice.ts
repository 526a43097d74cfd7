/** One of the values that may be chosen. */
export interface Choice {
  value: string;
  words: string;
}
