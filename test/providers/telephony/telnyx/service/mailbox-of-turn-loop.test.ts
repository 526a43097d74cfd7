import { mailboxPromises } from './mailbox-promises.ts';

mailboxPromises(() => ({}));
