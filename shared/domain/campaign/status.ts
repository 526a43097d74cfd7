export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Where each command may be given; anything else is a conflict. */
const ALLOWED_FROM = {
  run: ['draft', 'scheduled', 'paused', 'running'],
  add_contacts: ['draft', 'scheduled', 'running', 'paused', 'completed'],
  pause: ['running', 'paused'],
  resume: ['paused'],
  cancel: ['draft', 'scheduled', 'running', 'paused'],
  redial: ['paused', 'completed', 'cancelled'],
  delete: ['draft', 'scheduled', 'paused', 'completed', 'cancelled'],
  change: ['draft', 'scheduled', 'paused', 'running'],
} as const satisfies Record<string, readonly CampaignStatus[]>;

export type CampaignCommand = keyof typeof ALLOWED_FROM;

export const allowedFrom = (command: CampaignCommand): readonly CampaignStatus[] => ALLOWED_FROM[command];

export const isAllowed = (command: CampaignCommand, status: CampaignStatus): boolean =>
  allowedFrom(command).includes(status);

/** The status once contacts were added: a start time schedules a draft, and new work reopens what was completed. */
export const statusWithContacts = (status: CampaignStatus, scheduledStartAt: string | null): CampaignStatus => {
  if (status === 'draft' && scheduledStartAt !== null) return 'scheduled';
  if (status === 'completed') return 'paused';
  return status;
};
