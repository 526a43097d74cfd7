import type { Timer } from './kernel.ts';
import type { Machine } from './machine.ts';
import type { FifoQueue } from './queues.ts';

const LATE_MAX_MS = 90_000;

/** EventBridge schedules, one per campaign: they fire late, twice or never. */
export class WakeUpClock {
  readonly #machine: Machine;
  readonly #queue: FifoQueue;
  readonly #timers = new Map<string, Timer>();

  constructor(machine: Machine, queue: FifoQueue) {
    this.#machine = machine;
    this.#queue = queue;
  }

  set(campaignId: string, at: Date): void {
    const { kernel, faults, trace } = this.#machine;
    this.#timers.get(campaignId)?.cancel();
    const dueAt = Math.ceil(at.getTime() / 1000) * 1000;
    const lateMs = faults.happens('scheduleLate')
      ? kernel.random.between(1000, LATE_MAX_MS)
      : kernel.random.between(0, 1000);
    const isNever = faults.happens('scheduleNever');
    const isTwice = faults.happens('scheduleTwice');
    const fire = (): boolean => {
      this.#timers.delete(campaignId);
      trace.add(kernel.now, 0, 'schedule', `${campaignId} ${isNever ? 'never fires' : 'fires'}`);
      if (isNever) return false;
      this.#queue.send(campaignId, { campaign_id: campaignId, reason: 'wake', due_at: at.toISOString() });
      return false;
    };
    this.#timers.set(campaignId, kernel.after(dueAt - kernel.now + lateMs, fire));
    if (isTwice) kernel.after(dueAt - kernel.now + lateMs + kernel.random.between(1, LATE_MAX_MS), fire);
  }
}
