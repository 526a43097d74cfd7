interface Parties {
  direction: 'inbound' | 'outbound';
  from_number: string;
  to_number: string;
}

/** The number of whoever we talk to; empty if the person was erased. */
export const otherParty = ({ direction, from_number, to_number }: Parties): string =>
  direction === 'inbound' ? from_number : to_number;
