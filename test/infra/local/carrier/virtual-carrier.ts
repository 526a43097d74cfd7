import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actOnCall, type CallCommand, placeCall, receiveCall } from '#infra/local/carrier/calls/calls.ts';
import { type CarrierStore, openCarrierStore } from '#infra/local/carrier/carrier-store.ts';
import { RequestError } from '#infra/local/process/json-http.ts';

const PLACED_AT = Date.parse('2026-03-02T15:00:00.000Z');

export interface VirtualEvent {
  type: string;
  /** Seconds after the call was placed. */
  at: number;
  data: Record<string, unknown>;
}

/** An assistant's commands upon an event; each is sent `thinkingMs` after it. */
export type Engine = (event: VirtualEvent) => CallCommand[];

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type Order = Without<CallCommand, 'commandId'>;

let lastCommand = 0;
export const order = (command: Order): CallCommand => ({ ...command, commandId: `command-${++lastCommand}` });

export const heard = ({ type, data }: VirtualEvent): string | undefined => {
  const { is_final, transcript } = (data.transcription_data ?? {}) as { is_final?: boolean; transcript?: string };
  return type === 'call.transcription' && is_final ? transcript : undefined;
};

/** Greets, and has an answer to everything. */
export const talkative: Engine = (event) => {
  if (event.type === 'call.answered') {
    return [
      order({ action: 'start_transcription' }),
      order({ action: 'speak', text: 'Hello, have you got a minute?' }),
    ];
  }
  return heard(event) ? [order({ action: 'speak', text: 'I see. May I ask you something else?' })] : [];
};

export const silent: Engine = () => [];

export interface CallOptions {
  to?: string;
  from?: string;
  direction?: 'inbound' | 'outbound';
  /** Of an inbound call: whether it is answered, at once. */
  isTaken?: boolean;
  speed: number;
  /** How long the engine takes. */
  thinkingMs?: number;
}

interface Pending {
  at: number;
  command: CallCommand;
}

/** Places calls in the carrier's real store under a clock of its own. */
export const openVirtualCarrier = () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'virtual-carrier-'));
  const store: CarrierStore = openCarrierStore(stateDir);

  /** The events of a whole call in the order of their delivery, with an engine that reacts to them. */
  const hold = (engine: Engine, options: CallOptions): VirtualEvent[] => {
    const { to = '+14155550001', from = '+12125551000', direction = 'outbound', speed, thinkingMs = 0 } = options;
    const { isTaken = direction === 'inbound' } = options;
    const settings = { speed, recordingsUrl: 'http://127.0.0.1:1/recordings/' };
    const dial = {
      commandId: order({ action: 'hangup' }).commandId,
      from,
      to,
      clientState: '',
      recordingEnabled: true,
    };
    const isInbound = direction === 'inbound';
    const { callControlId } = isInbound
      ? receiveCall(store, { from, to }, PLACED_AT, settings)
      : placeCall(store, dial, PLACED_AT, settings);

    const obey = ({ at, command }: Pending): void => {
      const call = store.call(callControlId);
      if (!call) throw new Error('The call is gone.');
      try {
        actOnCall(store, call, command, at, settings);
      } catch (error) {
        if (!(error instanceof RequestError && error.code === 'ended')) throw error;
      }
    };

    const events: VirtualEvent[] = [];
    const pending: Pending[] = isTaken
      ? [{ at: PLACED_AT, command: order({ action: 'answer', recordingEnabled: true }) }]
      : [];
    let clock = PLACED_AT;
    for (;;) {
      const next = store.firstEvent(callControlId);
      const [command] = pending;
      if (command && (!next || command.at < Math.max(next.dueAt, clock))) {
        pending.shift();
        obey(command);
        continue;
      }
      if (!next) return events;
      clock = Math.max(clock, next.dueAt);
      store.removeEvent(next.id);
      const { type, data } = JSON.parse(next.payload) as Omit<VirtualEvent, 'at'>;
      const event = { type, data, at: (clock - PLACED_AT) / 1000 };
      events.push(event);
      pending.push(...engine(event).map((command) => ({ at: clock + thinkingMs, command })));
    }
  };

  return {
    store,
    hold,
    close: (): void => {
      store.close();
      rmSync(stateDir, { recursive: true });
    },
  };
};
