/** An import cannot begin; the message says why, for people. */
export class CannotImport extends Error {}
