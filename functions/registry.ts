/**
 * The only list of what the product consists of. CDK, the local gateway, the OpenAPI document, the typed client and the
 * cross-cutting tests are all derived from it. A function's name here is its operation id; its file is that name in
 * kebab-case, somewhere below `functions/`, and exports a Lambda `handler`.
 */

export { getAccount } from './account/get-account.ts';
export { resumeCalls } from './account/resume-calls.ts';
export { stopCalls } from './account/stop-calls.ts';
export { assignPhoneNumbers } from './assistants/assign-phone-numbers.ts';
export { createAssistant } from './assistants/create-assistant.ts';
export { deleteAssistant } from './assistants/delete-assistant.ts';
export { getAssistant } from './assistants/get-assistant.ts';
export { listAssistants } from './assistants/list-assistants.ts';
export { updateAssistant } from './assistants/update-assistant.ts';
export { getCall } from './calls/get-call.ts';
export { listCalls } from './calls/list-calls.ts';
export { addCampaignContacts } from './campaigns/add-campaign-contacts.ts';
export { cancelCampaign } from './campaigns/cancel-campaign.ts';
export { createCampaign } from './campaigns/create-campaign.ts';
export { deleteCampaign } from './campaigns/delete-campaign.ts';
export { getCampaign } from './campaigns/get-campaign.ts';
export { listCampaignContacts } from './campaigns/list-campaign-contacts.ts';
export { listCampaigns } from './campaigns/list-campaigns.ts';
export { pauseCampaign } from './campaigns/pause-campaign.ts';
export { redialCampaign } from './campaigns/redial-campaign.ts';
export { removeCampaignContact } from './campaigns/remove-campaign-contact.ts';
export { resumeCampaign } from './campaigns/resume-campaign.ts';
export { runCampaign } from './campaigns/run-campaign.ts';
export { updateCampaign } from './campaigns/update-campaign.ts';
export { createCompany } from './companies/create-company.ts';
export { deleteCompany } from './companies/delete-company.ts';
export { getCompany } from './companies/get-company.ts';
export { listCompanies } from './companies/list-companies.ts';
export { updateCompany } from './companies/update-company.ts';
export { bulkCreateContacts } from './contacts/bulk-create-contacts.ts';
export { createContact } from './contacts/create-contact.ts';
export { deleteContact } from './contacts/delete-contact.ts';
export { getContact } from './contacts/get-contact.ts';
export { listContacts } from './contacts/list-contacts.ts';
export { updateContact } from './contacts/update-contact.ts';
export { listPhoneNumbers } from './phone-numbers/list-phone-numbers.ts';
export { purchasePhoneNumber } from './phone-numbers/purchase-phone-number.ts';
export { releasePhoneNumber } from './phone-numbers/release-phone-number.ts';
export { searchPhoneNumbers } from './phone-numbers/search-phone-numbers.ts';
export { createApiKey } from './settings/create-api-key.ts';
export { listApiKeys } from './settings/list-api-keys.ts';
export { listWebhookDeliveries } from './settings/list-webhook-deliveries.ts';
export { listWebhooks } from './settings/list-webhooks.ts';
export { removeWebhook } from './settings/remove-webhook.ts';
export { resendWebhookDelivery } from './settings/resend-webhook-delivery.ts';
export { revokeApiKey } from './settings/revoke-api-key.ts';
export { rotateWebhookSecret } from './settings/rotate-webhook-secret.ts';
export { setWebhook } from './settings/set-webhook.ts';
export { testWebhook } from './settings/test-webhook.ts';
export { answerUnknownRoute } from './system/answer-unknown-route.ts';
export { getHealth } from './system/get-health.ts';
export { getOpenapi } from './system/get-openapi.ts';
export { receiveBillingEvent } from './webhooks/receive-billing-event.ts';
export { receiveCallEvent } from './webhooks/receive-call-event.ts';

export { advanceCampaign } from './workers/advance-campaign.ts';
export { applyCallEvent } from './workers/apply-call-event.ts';
export { deliverWebhook } from './workers/deliver-webhook.ts';
export { lookAfterNumber } from './workers/look-after-number.ts';
export { placeCall } from './workers/place-call.ts';
export { sweep } from './workers/sweep.ts';
