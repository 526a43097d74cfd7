import type { Caller } from '#shared/store/tokens.ts';
import type { Answer } from '#test/simulation/outside/people.ts';
import type { ContactPlan, WindowPlan } from './scenario.ts';

/** Numbers that people call: with an assistant that takes calls, with one that takes none, with none, and not the team's. */
export const NUMBERS = {
  answered: '+12125551000',
  unanswered: '+12125551001',
  unassigned: '+12125551002',
  foreign: '+12125559999',
} as const;

/** The account in which a world plays. */
export interface Team {
  caller: Caller;
  teamId: string;
  companyId: string;
  assistantId: string;
  numberIds: string[];
}

/** What people can ask for. */
export interface People {
  run(campaignId: string, maxCalls: number | null): Promise<Answer>;
  resume(campaignId: string): Promise<Answer>;
  pause(campaignId: string): Promise<Answer>;
  cancel(campaignId: string): Promise<Answer>;
  redial(campaignId: string): Promise<Answer>;
  deleteCampaign(campaignId: string): Promise<Answer>;
  stopCalls(): Promise<Answer>;
  resumeCalls(): Promise<Answer>;
  markDoNotCall(contactId: string, phone: string | null): Promise<Answer>;
  deleteContact(contactId: string): Promise<Answer>;
  removeContact(campaignId: string, contactId: string): Promise<Answer>;
  createContact(contact: ContactPlan): Promise<Answer>;
  changeLimit(campaignId: string, limit: number): Promise<Answer>;
  changeWindow(campaignId: string, window: WindowPlan | null): Promise<Answer>;
  setWebhook(url: string, enabled: boolean): Promise<Answer>;
  removeWebhook(): Promise<Answer>;
  rotateWebhookKey(): Promise<Answer>;
  resendDelivery(deliveryId: string, eventId: string): Promise<Answer>;
  addContacts(campaignId: string, contactIds: string[]): Promise<Answer>;
}
