import { counted } from '#functions/dashboard/site/format/words.ts';

export interface Need {
  words: string;
  href: string;
  /** What a person does about it. */
  action: string;
}

interface Facts {
  campaigns: readonly { id: string; name: string; status: string; paused_reason: string | null }[];
  numbers: readonly { phone_number: string; status: string; is_trial: boolean; trial_expires_at: string | null }[];
  deadDeliveries: number;
}

const DAY_MS = 86_400_000;
/** A trial that ends so soon is told. */
const TRIAL_NOTICE_DAYS = 3;

const endsSoon = ({ trial_expires_at }: Facts['numbers'][number], now: Date): boolean =>
  trial_expires_at !== null && Date.parse(trial_expires_at) - now.getTime() < TRIAL_NOTICE_DAYS * DAY_MS;

/** What goes on only if a person does something. */
export const needsOf = ({ campaigns, numbers, deadDeliveries }: Facts, now: Date): Need[] => [
  ...campaigns
    .filter(({ status, paused_reason }) => status === 'paused' && paused_reason !== null)
    .map(({ id, name, paused_reason }) => ({
      words: `The campaign “${name}” was paused by the service: ${paused_reason}`,
      href: `/campaigns/${id}`,
      action: 'Open the campaign',
    })),
  ...numbers
    .filter((number) => number.status === 'active' && endsSoon(number, now))
    .map(({ phone_number }) => ({
      words: `The trial of ${phone_number} ends soon; the number is then given back.`,
      href: '/phone-numbers',
      action: 'See the number',
    })),
  ...(deadDeliveries > 0
    ? [
        {
          words: `Your receiver did not take ${counted(deadDeliveries, 'webhook delivery', 'webhook deliveries')}: given up after the last attempt.`,
          href: '/settings/webhooks?status=dead_lettered',
          action: 'See deliveries',
        },
      ]
    : []),
];

interface Possessions {
  numbers: number;
  assistants: number;
  contacts: number;
  campaigns: number;
}

export interface Step {
  words: string;
  href: string;
  isDone: boolean;
}

/** The way from an empty account to the first campaign. */
export const firstSteps = ({ numbers, assistants, contacts, campaigns }: Possessions): Step[] => [
  { words: 'Get a phone number to call from', href: '/phone-numbers', isDone: numbers > 0 },
  { words: 'Create an assistant', href: '/assistants?new=assistant', isDone: assistants > 0 },
  { words: 'Import the people to call', href: '/contacts/import', isDone: contacts > 0 },
  { words: 'Start the first campaign', href: '/campaigns/new', isDone: campaigns > 0 },
];
