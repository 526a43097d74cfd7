import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { shownUsd } from '#functions/dashboard/site/format/money.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { BuyNumber } from './buy-number.tsx';
import { type SearchValues, searchWords } from './search-filters.ts';

type Answer = OutputOf<'searchPhoneNumbers'>;
export type Offer = Answer['numbers'][number];

interface FoundNumbersProps {
  values: SearchValues;
  answer: Answer;
  own: OutputOf<'listPhoneNumbers'>['numbers'];
}

/** What the carrier offers, with a button to buy each. */
export const FoundNumbers = ({ values, answer: { numbers, provider }, own }: FoundNumbersProps) => {
  const columns: Column<Offer>[] = [
    { title: 'Number', cell: ({ phoneNumber }) => <code>{phoneNumber}</code> },
    { title: 'Monthly', cell: ({ monthlyPrice }) => shownUsd(monthlyPrice), isNumber: true },
    { title: 'Setup', cell: ({ setupPrice }) => shownUsd(setupPrice), isNumber: true, isMinor: true },
    { title: 'Features', cell: ({ features }) => features.join(', '), isMinor: true },
    {
      title: 'Buy',
      isTitleHidden: true,
      isNumber: true,
      cell: (offer) => <BuyNumber offer={offer} provider={provider} own={own} />,
    },
  ];
  return (
    <>
      <p class="hint" role="status">
        {counted(numbers.length, 'number')} for sale: {searchWords(values)}.
      </p>
      <Table
        label="Numbers for sale"
        columns={columns}
        rows={numbers}
        keyOf={({ phoneNumber }) => phoneNumber}
        empty={<p>The carrier offers nothing for {searchWords(values)}. Try another area code, or another type.</p>}
      />
    </>
  );
};
