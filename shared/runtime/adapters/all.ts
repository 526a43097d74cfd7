/** Every adapter, for a process that runs every function. */
import './carrier-webhook.ts';
import './dial-limits.ts';
import './language-models.ts';
import './queues.ts';
import './recordings.ts';
import './schedules.ts';
import './secrets.ts';
import './table.ts';
import './telephony.ts';
import './transcription.ts';
import './webhook-receivers.ts';
import './webhook-urls.ts';
