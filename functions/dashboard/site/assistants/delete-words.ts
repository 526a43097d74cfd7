import { counted } from '#functions/dashboard/site/format/words.ts';
import { listed } from './listed.ts';

interface Ending {
  numbers: readonly { phone_number: string }[];
  campaigns: readonly { name: string; status: string }[];
  scheduledCalls: number;
}

const quoted = ({ name }: { name: string }): string => `“${name}”`;

const isActive = ({ status }: { status: string }): boolean => status === 'running' || status === 'scheduled';

/** What follows when an assistant is deleted, a sentence each. */
export const whatDeletingEnds = ({ numbers, campaigns, scheduledCalls }: Ending): string[] => {
  const active = campaigns.filter(isActive);
  const waiting = campaigns.filter((campaign) => !isActive(campaign));
  return [
    active.length > 0 &&
      `It is refused while ${listed(active.map(quoted))} ${active.length === 1 ? 'is' : 'are'} running or scheduled with it: pause or cancel ${active.length === 1 ? 'that campaign' : 'those campaigns'} first.`,
    waiting.length > 0 &&
      `The draft or paused ${waiting.length === 1 ? 'campaign' : 'campaigns'} ${listed(waiting.map(quoted))} cannot call without it.`,
    numbers.length > 0 &&
      `${listed(numbers.map(({ phone_number }) => phone_number))} will have no assistant: calls to ${numbers.length === 1 ? 'it' : 'them'} are not answered.`,
    scheduledCalls > 0 && `${counted(scheduledCalls, 'scheduled call')} by it will not take place.`,
    'Its past calls stay. It cannot be brought back.',
  ].filter((sentence) => sentence !== false);
};
