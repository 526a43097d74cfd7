/**
 * Free-form objects are stored as JSON text: whatever JSON a client sends comes back as it was, beyond DynamoDB's own
 * limits on number range and nesting.
 */
export const toJsonText = (value: Record<string, unknown> | undefined): string => JSON.stringify(value ?? {});

export const fromJsonText = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
