import type { Scrubber } from '#infra/local/database/scrubber.ts';
import type { SourcedWorker } from './event-sources.ts';

/** After these nothing of what they have deleted may be left on the disk. */
const DELETING = ['enforceRetention', 'erasePerson'];

const thenScrubbing = (worker: SourcedWorker, scrubber: Scrubber): SourcedWorker => ({
  ...worker,
  async handler(...invocation) {
    const response = await worker.handler(...invocation);
    scrubber.soon();
    return response;
  },
});

/** On AWS nobody reads the disks of the services; a laptop's are its owner's to read. */
export const scrubbingWorkers = (workers: SourcedWorker[], scrubber: Scrubber): SourcedWorker[] =>
  workers.map((worker) => (DELETING.includes(worker.id) ? thenScrubbing(worker, scrubber) : worker));
