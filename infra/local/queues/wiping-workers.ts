import type { Wiper } from '#infra/local/database/wipe-databases.ts';
import type { SourcedWorker } from './event-sources.ts';

/** After these nothing of what they have deleted may be left on the disk. */
const DELETING = ['erasePerson'];

const thenWiping = (worker: SourcedWorker, wiper: Wiper): SourcedWorker => ({
  ...worker,
  async handler(...invocation) {
    const response = await worker.handler(...invocation);
    wiper.soon();
    return response;
  },
});

/** On AWS nobody reads the disks of the services; a laptop's are its owner's to read. */
export const wipingWorkers = (workers: SourcedWorker[], wiper: Wiper): SourcedWorker[] =>
  workers.map((worker) => (DELETING.includes(worker.id) ? thenWiping(worker, wiper) : worker));
