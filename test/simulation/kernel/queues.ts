import type { Worker } from '#shared/runtime/define/worker.ts';
import { Invocation } from './invocation.ts';
import type { Timer } from './kernel.ts';
import type { Machine } from './machine.ts';

interface Message {
  body: string;
  receives: number;
  state: 'waiting' | 'in flight' | 'gone';
  /** A message with a delay is delivered to nobody before. */
  visibleFrom: number;
}

export interface QueueSettings {
  name: string;
  visibilityTimeoutSeconds: number;
  maxReceiveCount: number;
}

/** Runs one batch in an invocation; answers for each message whether it succeeded. */
export type Consume = (invocation: Invocation, bodies: unknown[]) => Promise<boolean[]>;

const DELETE_GRACE_MS = 50;
/** Share of the waiting groups that come along in another group's batch. */
const MIXED_SHARE = 0.5;

abstract class Queue {
  readonly settings: QueueSettings;
  protected readonly machine: Machine;
  protected readonly worker: Worker;
  protected readonly consume: Consume;
  /** Messages not yet deleted or parked. */
  pending = 0;
  readonly deadLetters: string[] = [];

  constructor(machine: Machine, settings: QueueSettings, worker: Worker, consume: Consume) {
    this.machine = machine;
    this.settings = settings;
    this.worker = worker;
    this.consume = consume;
  }

  protected get batchSize(): number {
    return 'batchSize' in this.worker.source ? this.worker.source.batchSize : 1;
  }

  protected drop(message: Message): void {
    if (message.state !== 'gone') this.pending -= 1;
    message.state = 'gone';
  }

  /** Counts a receive; false when the message is parked because it was received too often. */
  protected receive(message: Message): boolean {
    message.receives += 1;
    if (message.receives > 1) this.machine.faults.count('queueRedelivery');
    if (message.receives <= this.settings.maxReceiveCount) return true;
    this.machine.faults.count('deadLetter');
    this.deadLetters.push(message.body);
    this.drop(message);
    return false;
  }

  /** Runs a batch and deletes every message that succeeded, unless its deletion gets lost. */
  protected invoke(batch: Message[], onEnd: () => void): void {
    const invocation = new Invocation(this.machine, this.settings.name, this.worker.timeoutSeconds, (ending) => {
      if (ending === 'done' && !this.machine.faults.happens('queueDeleteLost')) {
        for (const [at, message] of batch.entries()) if (succeeded[at]) this.drop(message);
      }
      onEnd();
    });
    let succeeded: boolean[] = [];
    if (this.machine.outages.isDown(this.settings.name, this.machine.kernel.now)) {
      this.machine.faults.count('functionDown');
      invocation.crash('cannot start');
      return;
    }
    invocation.start(async () => {
      succeeded = await this.consume(
        invocation,
        batch.map(({ body }) => JSON.parse(body)),
      );
    });
  }

  protected newMessage(body: unknown): Message {
    this.pending += 1;
    return { body: JSON.stringify(body), receives: 0, state: 'waiting', visibleFrom: this.machine.kernel.now };
  }
}

/** A standard queue: any order, any number of deliveries, each alone or with others. */
export class StandardQueue extends Queue {
  readonly #waiting = new Set<Message>();

  send(body: unknown, delaySeconds = 0): void {
    const { random } = this.machine.kernel;
    const travelMs = this.machine.faults.happens('queueDelay') ? random.between(500, 110_000) : random.between(1, 60);
    const delayMs = delaySeconds * 1000;
    this.#add(body, delayMs, travelMs);
    if (this.machine.faults.happens('queueDuplicate')) {
      this.#add(body, delayMs, random.between(1, random.pick([20, 60, 400, 120_000])));
    }
  }

  #add(body: unknown, delayMs: number, travelMs: number): void {
    const message = this.newMessage(body);
    message.visibleFrom += delayMs;
    this.#deliverAfter(message, delayMs + travelMs);
  }

  #deliverAfter(message: Message, delayMs: number): void {
    message.state = 'waiting';
    this.#waiting.add(message);
    this.machine.kernel.after(delayMs, () => {
      if (message.state !== 'waiting') return false;
      this.#deliver(message);
      return true;
    });
  }

  #deliver(first: Message): void {
    const { random, now } = this.machine.kernel;
    const visible = [...this.#waiting].filter(({ visibleFrom }) => visibleFrom <= now);
    const others = visible.filter((message) => message !== first && random.chance(0.4));
    const size = random.integer(1, this.batchSize);
    const taken = [first, ...others].slice(0, size);
    for (const message of taken) this.#waiting.delete(message);
    const batch = taken.filter((message) => this.receive(message));
    if (batch.length === 0) return;
    for (const message of batch) message.state = 'in flight';
    this.invoke(batch, () => undefined);
    const visibleAfterMs = this.settings.visibilityTimeoutSeconds * 1000 + random.between(0, 2000);
    this.machine.kernel.after(visibleAfterMs, () => {
      for (const message of batch)
        if (message.state === 'in flight') this.#deliverAfter(message, random.between(1, 500));
      return false;
    });
  }
}

interface Group {
  messages: Message[];
  /** A group in flight has a batch under way; nothing of it is delivered meanwhile. */
  state: 'idle' | 'due' | 'in flight';
  timer?: Timer;
}

/**
 * A FIFO queue: one batch of a group at a time. A batch that a group does not fill may hold messages of other groups,
 * and what fails of it blocks its own group until it is visible again; after a timeout, that is all of it.
 */
export class FifoQueue extends Queue {
  readonly #groups = new Map<string, Group>();

  send(groupId: string, body: unknown): void {
    const group = this.#groups.get(groupId) ?? { messages: [], state: 'idle' };
    this.#groups.set(groupId, group);
    group.messages.push(this.newMessage(body));
    this.#pump(group);
  }

  #pump(group: Group): void {
    if (group.state !== 'idle' || group.messages.length === 0) return;
    group.state = 'due';
    const { random } = this.machine.kernel;
    group.timer = this.machine.kernel.after(
      random.chance(0.1) ? random.between(50, 1500) : random.between(1, 40),
      () => {
        this.#deliver(group);
        return true;
      },
    );
  }

  /** The groups of a batch; others than the first come along now and then. */
  #groupsWith(first: Group): Group[] {
    const { random } = this.machine.kernel;
    const others = [...this.#groups.values()].filter(({ state }) => state === 'due' && random.chance(MIXED_SHARE));
    return [first, ...others.filter((group) => group !== first)];
  }

  #take(group: Group, room: number): Message[] {
    group.timer?.cancel();
    group.state = 'in flight';
    const taken = group.messages.slice(0, room).filter((message) => this.receive(message));
    group.messages = group.messages.filter(({ state }) => state !== 'gone');
    return taken;
  }

  #deliver(first: Group): void {
    const { random } = this.machine.kernel;
    const size = random.chance(0.7) ? this.batchSize : random.integer(1, this.batchSize);
    const batches: { group: Group; messages: Message[] }[] = [];
    let room = size;
    for (const group of this.#groupsWith(first)) {
      if (room === 0) break;
      const messages = this.#take(group, room);
      room -= messages.length;
      if (messages.length > 0) batches.push({ group, messages });
      else this.#release(group);
    }
    if (batches.length === 0) return;
    if (batches.length > 1) this.machine.faults.count('queueMixedBatch');
    const begin = this.machine.kernel.now;
    this.invoke(
      batches.flatMap(({ messages }) => messages),
      () => {
        for (const { group, messages } of batches) this.#end(group, messages, begin);
      },
    );
  }

  #end(group: Group, batch: Message[], begin: number): void {
    const { kernel } = this.machine;
    group.messages = group.messages.filter(({ state }) => state !== 'gone');
    const remains = batch.some(({ state }) => state !== 'gone');
    const visibleAt = begin + this.settings.visibilityTimeoutSeconds * 1000;
    const waitMs = remains
      ? visibleAt - kernel.now + kernel.random.between(0, 1000)
      : DELETE_GRACE_MS * kernel.random.unit();
    kernel.after(waitMs, () => {
      this.#release(group);
      return false;
    });
  }

  #release(group: Group): void {
    group.state = 'idle';
    this.#pump(group);
  }
}
