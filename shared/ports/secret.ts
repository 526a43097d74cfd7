/** A secret's value; undefined when none was configured. */
export type Secret = () => Promise<string | undefined>;
