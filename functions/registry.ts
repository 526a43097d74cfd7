/**
 * The only list of what the product consists of. CDK, the local gateway, the OpenAPI document, the typed client and the
 * cross-cutting tests are all derived from it. A function's name here is its operation id; its file is that name in
 * kebab-case, somewhere below `functions/`, and exports a Lambda `handler`.
 */

export { assignPhoneNumbers } from './assistants/assign-phone-numbers.ts';
export { createAssistant } from './assistants/create-assistant.ts';
export { getAssistant } from './assistants/get-assistant.ts';
export { updateAssistant } from './assistants/update-assistant.ts';
export { addCampaignContacts } from './campaigns/add-campaign-contacts.ts';
export { createCampaign } from './campaigns/create-campaign.ts';
export { listCampaigns } from './campaigns/list-campaigns.ts';
export { runCampaign } from './campaigns/run-campaign.ts';
export { createCompany } from './companies/create-company.ts';
export { listCompanies } from './companies/list-companies.ts';
export { createContact } from './contacts/create-contact.ts';
export { listContacts } from './contacts/list-contacts.ts';
export { listPhoneNumbers } from './phone-numbers/list-phone-numbers.ts';
export { purchasePhoneNumber } from './phone-numbers/purchase-phone-number.ts';
export { searchPhoneNumbers } from './phone-numbers/search-phone-numbers.ts';
export { answerUnknownRoute } from './system/answer-unknown-route.ts';
export { getHealth } from './system/get-health.ts';
export { getOpenapi } from './system/get-openapi.ts';
export { receiveBillingEvent } from './webhooks/receive-billing-event.ts';
export { receiveCallEvent } from './webhooks/receive-call-event.ts';

export { advanceCampaign } from './workers/advance-campaign.ts';
export { applyCallEvent } from './workers/apply-call-event.ts';
export { placeCall } from './workers/place-call.ts';
export { sweep } from './workers/sweep.ts';
