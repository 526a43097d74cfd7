import type { Timer } from './kernel.ts';
import type { Machine } from './machine.ts';

const LATE_MAX_MS = 90_000;

/** EventBridge schedules, one per campaign or waiting call: they fire late, twice or never. */
export class WakeUpClock<Message> {
  readonly #machine: Machine;
  readonly #send: (name: string, message: Message) => void;
  readonly #timers = new Map<string, Timer>();

  constructor(machine: Machine, send: (name: string, message: Message) => void) {
    this.#machine = machine;
    this.#send = send;
  }

  set(name: string, at: Date, message: Message): void {
    const { kernel, faults, trace } = this.#machine;
    this.#timers.get(name)?.cancel();
    const dueAt = Math.ceil(at.getTime() / 1000) * 1000;
    const lateMs = faults.happens('scheduleLate')
      ? kernel.random.between(1000, LATE_MAX_MS)
      : kernel.random.between(0, 1000);
    const isNever = faults.happens('scheduleNever');
    const isTwice = faults.happens('scheduleTwice');
    const fire = (): boolean => {
      this.#timers.delete(name);
      trace.add(kernel.now, 0, 'schedule', `${name} ${isNever ? 'never fires' : 'fires'}`);
      if (isNever) return false;
      this.#send(name, message);
      return false;
    };
    this.#timers.set(name, kernel.after(dueAt - kernel.now + lateMs, fire));
    if (isTwice) kernel.after(dueAt - kernel.now + lateMs + kernel.random.between(1, LATE_MAX_MS), fire);
  }
}
