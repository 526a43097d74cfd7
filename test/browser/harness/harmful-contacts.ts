/** Contacts that a spreadsheet would execute, that are hard to show, or that a CSV file may lose. */
export const HARMFUL_CONTACTS = [
  {
    firstName: '=HYPERLINK("http://localhost/","x")',
    lastName: '+1+1',
    phone: '+14155553001',
    tags: ['a, b', '-c'],
    notes: '@SUM(A1)\n=1+1',
  },
  {
    firstName: '\u202eשלום',
    lastName: '👩‍🚀',
    email: 'm@example.com',
    customFields: { '=key': '-1+2', plan: 'gold' },
  },
  { firstName: `${'long '.repeat(39)}x`, lastName: 'W'.repeat(200), doNotCall: true, timezone: 'Asia/Tokyo' },
];
