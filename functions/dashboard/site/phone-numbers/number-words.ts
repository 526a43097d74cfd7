import { listed } from '#functions/dashboard/site/assistants/listed.ts';
import { shownUsd } from '#functions/dashboard/site/format/money.ts';
import { shownDistance, shownTime } from '#functions/dashboard/site/format/time.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';

/** Until when a trial number is held; null for a paid one. */
export const trialWords = (endsAt: string | null, now: Date, zone?: string): string | null => {
  if (endsAt === null) return null;
  const verb = Date.parse(endsAt) > now.getTime() ? 'ends' : 'ended';
  return `Trial, ${verb} ${shownTime(endsAt, zone, now)} (${shownDistance(endsAt, now)})`;
};

interface Offer {
  phoneNumber: string;
  monthlyPrice: string;
  setupPrice: string;
}

interface Terms {
  /** Days of the plan's trial number; null where numbers are kept. */
  trialDays: number | null;
  planName: string;
  isSimulated: boolean;
}

const priceWords = ({ monthlyPrice, setupPrice }: Offer): string => {
  const setup = Number(setupPrice) === 0 ? '' : `${shownUsd(setupPrice)} once and `;
  return `${setup}${shownUsd(monthlyPrice)} a month`;
};

/** What follows when a number is bought, a sentence each. */
export const buyWords = (offer: Offer, { trialDays, planName, isSimulated }: Terms): string[] => [
  `${offer.phoneNumber} costs ${priceWords(offer)}, until it is released.`,
  isSimulated ? 'The carrier is simulated: nothing is charged.' : 'The carrier charges this as soon as it is ordered.',
  ...(trialDays === null
    ? []
    : [`On the plan “${planName}” it is the one trial number: it is given back by itself after ${trialDays} days.`]),
];

interface HeldNumber {
  id: string;
  phone_number: string;
  assistant_name: string | null;
  is_trial: boolean;
}

interface CampaignUsing {
  name: string;
  status: string;
  from_number_ids: readonly string[];
}

const quoted = ({ name }: { name: string }): string => `“${name}”`;

/** What follows when a number is released, a sentence each. `campaigns` are those that are not over. */
export const releaseWords = (number: HeldNumber, campaigns: readonly CampaignUsing[]): string[] => {
  const using = campaigns.filter(({ from_number_ids }) => from_number_ids.includes(number.id));
  const paused = using.filter(
    ({ status, from_number_ids }) => from_number_ids.length === 1 && (status === 'running' || status === 'scheduled'),
  );
  return [
    'The number goes back to the carrier. You lose it: somebody else may get it.',
    number.assistant_name !== null && `“${number.assistant_name}” no longer answers calls to it.`,
    using.length > 0 && `${listed(using.map(quoted))} can no longer call from it.`,
    paused.length > 0 &&
      `${listed(paused.map(quoted))} ${paused.length === 1 ? 'has' : 'have'} no other number, and ${paused.length === 1 ? 'is' : 'are'} paused.`,
    number.is_trial && 'It is the trial number of the free plan, which has only one.',
  ].filter((sentence) => sentence !== false);
};

interface Allowance {
  current_count: number;
  max_allowed: number;
}

/** How many numbers there are of how many. */
export const allowanceWords = ({ current_count, max_allowed }: Allowance, planName: string): string =>
  `${current_count.toLocaleString('en')} of ${counted(max_allowed, 'number')} on the plan “${planName}”`;
