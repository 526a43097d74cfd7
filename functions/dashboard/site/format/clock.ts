/** The browser's clock; whatever decides by the time gets it passed in. */
export const now = (): Date => new Date();
