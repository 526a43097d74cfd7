import { randomUUID } from 'node:crypto';
import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { concludeCall } from '#shared/engine/after-call/conclude-call.ts';
import { converse } from '#shared/engine/conversation/converse.ts';
import type { LanguageModels } from '#shared/ports/language-models.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { CommandRefused, type Telephony } from '#shared/ports/telephony.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import type { CallEventMessage } from '#shared/schemas/call-event.ts';
import type { CallMessage } from '#shared/schemas/messages.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { withWordsSoFar } from '#shared/store/call/call-words.ts';
import { type CallRecord, getCall, newCall } from '#shared/store/call/calls.ts';
import { storedChanges } from '#shared/store/call/stored-call.ts';
import { getConversation } from '#shared/store/conversation/conversations.ts';
import { keys } from '#shared/store/keys.ts';
import type { TestAccount } from '#test/harness/given/account.ts';
import { testTable } from '#test/harness/stack/table.ts';

type Command = { name: string; commandId: string; text?: string };
type SilenceCheck = Extract<CallEventMessage, { silence_check: unknown }>['silence_check'];

/** A live call, led by the engine's own functions over the real table, with a handmade carrier and models. */
export interface LiveCall {
  call: CallRecord;
  ports: Parameters<typeof converse>[0] & Parameters<typeof concludeCall>[0];
  /** The commands that the carrier received, repeated ones included. */
  commands: Command[];
  /** Silence checks under way. */
  checks: SilenceCheck[];
  /** Messages asking for another look at the call after its end. */
  looks: CallMessage[];
  models: LanguageModels;
  /** Lets the function die at the next command of this name, before or after the carrier has it. */
  failOnce(name: string, moment: 'before' | 'after'): void;
  /** Lets the carrier refuse the next `times` commands of this name. */
  refuse(name: string, times: number): void;
  wait(seconds: number): void;
  deliver(...inputs: ConversationInput[]): Promise<void>;
  /** Ends the call, as if the carrier had reported it. */
  end(): Promise<void>;
  conclude(): Promise<void>;
  /** The call, with what was said on it. */
  record(): Promise<CallRecord>;
  said(): Promise<string[]>;
}

const CONVERSATION_SECONDS = 40;

const recordOf = (account: TestAccount, now: Date, given: Partial<CallRecord>): CallRecord => ({
  ...newCall({
    id: `call_${randomUUID()}`,
    account_id: account.accountId,
    team_id: account.teamId,
    campaign_id: null,
    contact_id: null,
    company_id: null,
    assistant_id: null,
    direction: 'outbound',
    from_number: '+14155550100',
    to_number: '+14155550001',
    status: 'in_progress',
    attempt: 1,
    enrolment_id: null,
    from_number_id: null,
    limit_changes_at_claim: 0,
    generation: 1,
    contact_timezone: null,
    recording_enabled: true,
    created_at: now.toISOString(),
    queued_at: now.toISOString(),
  }),
  call_control_id: `cc_${randomUUID()}`,
  answered_at: now.toISOString(),
  ...given,
});

/** A carrier that notes every command on a call and offers nothing else. */
const telephonyOf = (note: (command: Command) => Promise<void>): Telephony =>
  Object.fromEntries(
    ['answer', 'reject', 'hangUp', 'speak', 'stopSpeaking', 'startTranscription'].map((name) => [
      name,
      ({ commandId, text }: { commandId: string; text?: string }) => note({ name, commandId, ...(text && { text }) }),
    ]),
  ) as unknown as Telephony;

export const newLiveCall = async (account: TestAccount, given: Partial<CallRecord> = {}): Promise<LiveCall> => {
  let nowMs = Date.now();
  const faults = new Map<string, 'before' | 'after'>();
  const refusals = new Map<string, number>();
  const commands: Command[] = [];
  const checks: SilenceCheck[] = [];
  const looks: CallMessage[] = [];
  const call = recordOf(account, new Date(nowMs), given);
  await testTable().write(claimCall(call));

  let isDead = false;
  const note = async (command: Command): Promise<void> => {
    if (isDead) throw new Error('The function dies before it can do more.');
    const refused = refusals.get(command.name) ?? 0;
    if (refused > 0) {
      refusals.set(command.name, refused - 1);
      throw new CommandRefused(`The carrier refuses ${command.name}.`);
    }
    const fault = faults.get(command.name);
    faults.delete(command.name);
    if (fault !== 'before') commands.push(command);
    isDead = fault !== undefined;
    if (fault) throw new Error(`The function dies ${fault} ${command.name}.`);
  };
  const bench: LiveCall = {
    call,
    commands,
    checks,
    looks,
    models: scriptedModels(),
    ports: {
      table: testTable(),
      telephony: telephonyOf(note),
      get models() {
        return bench.models;
      },
      callEventQueue: {
        send: async (messages) =>
          checks.push(
            ...messages.flatMap((message) => ('silence_check' in message ? [message.silence_check] : [])),
          ) as never,
      },
      campaignQueue: { send: async () => undefined },
      webhookQueue: { send: async () => undefined },
      dialQueue: { send: async () => undefined },
      numberingOf,
      endedCallQueue: { send: async (messages) => void looks.push(...messages) },
      modelEndpointSecret: async () => 'token-of-the-model-endpoint',
      log: SILENT_LOG,
      sleep: async () => undefined,
      clock: () => new Date(nowMs),
    },
    failOnce: (name, moment) => void faults.set(name, moment),
    wait: (seconds) => {
      nowMs += seconds * SECOND_MS;
    },
    refuse: (name, times) => void refusals.set(name, times),
    deliver: (...inputs) => {
      isDead = false;
      return converse(
        bench.ports,
        inputs.map((input) => ({ call_id: call.id, input })),
      );
    },
    end: async () => {
      const ended = {
        status: 'ended' as const,
        ended_at: new Date(nowMs).toISOString(),
        duration_secs: CONVERSATION_SECONDS,
      };
      await testTable().write({ update: keys.call(call.id), set: storedChanges(ended) });
    },
    conclude: () => concludeCall(bench.ports, call.id),
    record: async () => withWordsSoFar(testTable(), (await getCall(testTable(), call.id)) as CallRecord),
    said: async () =>
      (await getConversation(testTable(), call.id)).state.turns.map(({ role, text }) => `${role}: ${text}`),
  };
  return bench;
};

export const ANSWERED: ConversationInput = { id: 'answered', type: 'answered' };
export const HUNG_UP: ConversationInput = { id: 'hung-up', type: 'hung_up' };
export const heard = (text: string, id = `heard-${text}`): ConversationInput => ({
  id,
  type: 'heard',
  text,
  isFinal: true,
});
