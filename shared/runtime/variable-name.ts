/** `tableName` stands in `TABLE_NAME`. */
export const variableName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
