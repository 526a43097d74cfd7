/** Every adapter, for a process that runs every function. */
import './queues.ts';
import './schedules.ts';
import './secrets.ts';
import './table.ts';
import './telephony.ts';
import './webhook-receivers.ts';
