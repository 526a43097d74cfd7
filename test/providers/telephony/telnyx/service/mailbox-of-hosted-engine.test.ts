import { mailboxPromises } from './mailbox-promises.ts';

mailboxPromises((assistantId) => ({ TELNYX_ASSISTANT_ID: assistantId }));
