import type { REQUESTS } from './requests.ts';

/** The fewest units with which an endpoint can keep what it promises. */
export interface Minimum {
  writeUnits: number;
  readUnits: number;
  why: string;
}

/**
 * Listed by hand, for the requests of `requests.ts`. A consistent read costs 1 for each started 4 KB, of a list and of
 * what it shows half of that; a write 1 for each started KB and 1 for each entry of an index that changes, twice that in
 * a transaction but for the entries. Every bearer's token is 1 read. Who is on the line stands in the sixteen partitions
 * of the account's call permits: 16 reads, consistent because a stop relies on them.
 */
const minimum = (writeUnits: number, readUnits: number, why: string): Minimum => ({ writeUnits, readUnits, why });

export const MINIMUMS: Record<keyof typeof REQUESTS, Minimum> = {
  getHealth: minimum(0, 0, 'asks nothing'),
  getOpenapi: minimum(0, 0, 'asks nothing'),
  receiveBillingEvent: minimum(
    8,
    5,
    'event, subscription, team, account, webhook; writes event, subscription, account, waiting copy',
  ),
  receiveCallEvent: minimum(0, 0, 'verifies and queues'),
  startSession: minimum(5, 3, 'token, account, team; writes session and activity with its list entry'),
  getSession: minimum(0, 4, 'session, its token, account, team'),
  endSession: minimum(5, 2, 'session, its token; removes it, writes activity'),
  createAssistant: minimum(11, 2, 'token, account; 5 KB with its prompt twice, list entry'),
  getAssistant: minimum(0, 3, 'token, 5 KB'),
  listAssistants: minimum(0, 3.5, 'token, account, index, one row of 5 KB'),
  updateAssistant: minimum(5, 4, 'token, account, assistant; 5 KB'),
  deleteAssistant: minimum(
    11,
    5.5,
    'token, assistant, account, campaigns and numbers that use it; 5 KB twice, list entry',
  ),
  assignPhoneNumbers: minimum(
    1,
    7.5,
    'token, account, assistant, number, every number that may have to leave the assistant',
  ),
  createCall: minimum(4, 6, 'token, team, assistant, number, who has the number; call with two list entries'),
  getCall: minimum(0, 2, 'token, call'),
  listCalls: minimum(0, 3, 'token, team, index, one row'),
  cancelCall: minimum(
    6,
    2.5,
    'token, call, webhook; call and its note that it waits, which leave one list and move in another',
  ),
  createCampaign: minimum(9, 6, 'token, team, assistant, company, number; three items and a counter'),
  getCampaign: minimum(0, 5, 'token, control, definition, counters, usage'),
  listCampaigns: minimum(0, 4.5, 'token, team, index, four items of one row'),
  updateCampaign: minimum(4, 5, 'token, control, definition, counters, usage; control and definition'),
  deleteCampaign: minimum(8, 21, 'token, control twice, who is on the line; control, counter, activity'),
  listCampaignContacts: minimum(
    0,
    12,
    'token, control, counters, eight shards and one contact, consistently: whom a stop has just reached must not seem to wait',
  ),
  addCampaignContacts: minimum(
    8,
    4,
    'token, control, contact, whether it is there; contact in two lists, counters, check',
  ),
  removeCampaignContact: minimum(6, 4, 'token, control, contact, its place; removed from two lists, counters'),
  runCampaign: minimum(
    9,
    27,
    'token, campaign, account, assistant, every limit and wait, what is due in eight shards, who is next',
  ),
  pauseCampaign: minimum(8, 8, 'token, campaign, its permits; control, activity'),
  resumeCampaign: minimum(9, 8, 'token, campaign, account, assistant; control, activity'),
  cancelCampaign: minimum(
    19,
    35,
    'token, campaign, who is on the line, callbacks, who waits in eight shards and one contact; control, contact, counters twice',
  ),
  redialCampaign: minimum(
    21,
    38,
    'token, campaign, who has ended in any of four ways in eight shards, one contact; control, contact, counters twice',
  ),
  createCompany: minimum(5, 2, 'token, team; company, counter'),
  getCompany: minimum(0, 6, 'token, company, eight counters'),
  listCompanies: minimum(0, 11, 'token, team, index, eight counters of the list and of the row, one row'),
  updateCompany: minimum(1, 6, 'token, company, eight counters; company'),
  deleteCompany: minimum(21, 2, 'token, company; company, eight counters closed, counter of the list'),
  createContact: minimum(11, 3, 'token, team, company; contact, entry and count of its number, two counters'),
  bulkCreateContacts: minimum(11, 3, 'as one contact'),
  getContact: minimum(0, 2, 'token, contact'),
  listContacts: minimum(0, 7, 'token, team, index, eight counters, one row'),
  updateContact: minimum(2, 2, 'token, contact; contact in a transaction, for its counters'),
  exportContact: minimum(
    0,
    6.5,
    'token, contact before and after, line, its calls, four lists that are empty or nearly so',
  ),
  eraseContact: minimum(
    19,
    5,
    'token, contact, line, who else has the number; contact, entry and count of the number, two counters, line, erasure, activity',
  ),
  getErasure: minimum(0, 3, 'token, team, erasure'),
  deleteContact: minimum(
    11,
    3.5,
    'token, contact, its campaigns, its line; contact, entry and count of its number, two counters',
  ),
  listPhoneNumbers: minimum(0, 6.5, 'token, team, index, two numbers, their assistant'),
  searchPhoneNumbers: minimum(0, 1, 'token'),
  purchasePhoneNumber: minimum(
    16,
    5,
    'token, team, owner, account before and after the carrier; reserved before it sells, active afterwards',
  ),
  releasePhoneNumber: minimum(
    15,
    29.5,
    'token, number, the eleven campaigns of its team, who is on the line; marked before the carrier releases, gone afterwards',
  ),
  getDialingSettings: minimum(0, 5, 'token, slug, account, settings, the day'),
  updateDialingSettings: minimum(
    5,
    22.5,
    'token, slug, account, settings, who is on the line, which campaigns and calls wait, the day; settings, activity',
  ),
  setWebhook: minimum(5, 3, 'token, account, webhook; webhook, activity'),
  listWebhooks: minimum(0, 4, 'token, account, two webhooks'),
  rotateWebhookSecret: minimum(5, 3, 'token, account, webhook; webhook, activity'),
  testWebhook: minimum(3, 4, 'token, slug, webhook, account; delivery with its list entry, its result'),
  listWebhookDeliveries: minimum(0, 3, 'token, account, index, one row'),
  resendWebhookDelivery: minimum(6, 4, 'token, account, delivery, webhook; delivery in two lists'),
  removeWebhook: minimum(5, 2, 'token, account; webhook, activity'),
  addSuppression: minimum(8, 4, 'token, team, line, who has the number; line, counter, activity'),
  bulkAddSuppressions: minimum(8, 4, 'as one suppression'),
  listSuppressions: minimum(0, 7, 'token, team, index, eight counters, one row'),
  removeSuppression: minimum(8, 4, 'token, team, line, who has the number; line, counter, activity'),
  getAccount: minimum(0, 3, 'token, account, team'),
  listActivity: minimum(0, 3, 'token, index and its count of a hundred entries, one row'),
  updateAccount: minimum(9, 3, 'token, slug, account; account, when its team is looked at next, activity'),
  stopCalls: minimum(5, 19, 'token, slug, account, who is on the line; account, activity'),
  resumeCalls: minimum(5, 4.5, 'token, slug, account, which campaigns and calls wait; account, activity'),
  createApiKey: minimum(10, 3, 'token, account, ring; key, token, ring, activity'),
  listApiKeys: minimum(0, 3.5, 'token, account, index, one key and its last use'),
  revokeApiKey: minimum(9, 3, 'token, key, ring; key, token, ring, activity'),
};
