/** On every answer: a browser takes its type as it is said, and nobody on the way keeps it. */
export const SAFE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
