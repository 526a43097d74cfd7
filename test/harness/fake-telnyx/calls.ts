import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { type Callee, calleeOf, disordersEvents } from './callees.ts';
import { envelopeOf } from './event-delivery.ts';

const DETECTION_SECONDS = 1;
const COST_PER_MINUTE_USD = 0.01;
const SPEECH_SECONDS_PER_CHAR = 0.06;
/** The pause between two people's words. */
const PAUSE_SECONDS = 0.6;

export interface Call {
  controlId: string;
  legId: string;
  sessionId: string;
  connectionId: string;
  clientState: string | undefined;
  direction: 'incoming' | 'outgoing';
  from: string;
  to: string;
  callee: Callee;
  startedAt: number;
  answeredAt: number | null;
  endedAt: number | null;
  record: boolean;
  detects: boolean;
  transcribes: boolean;
  linesSaid: number;
  /** The words a mailbox has recorded; null before its beep. */
  recorded: string[] | null;
  /** Raised whenever the plan for the callee's next step becomes void. */
  turn: number;
  held: string[];
}

export interface Stage {
  /** Seconds at speed 1. */
  after(seconds: number, task: () => void): void;
  send(body: string): void;
  /** Keeps the recording of a call, and answers its address. */
  record(call: Call): string;
  /** How long the event of a detection takes. */
  detectionDelaySeconds(): number;
}

interface HostedConversation {
  conversationId: string;
  greeting: string;
  say(role: string, text: string): void;
  /** The assistant's next words. */
  answer(): Promise<string>;
}

const iso = (at: number): string => new Date(at).toISOString();

/** Calls and what happens in them. */
export const newCallFlow = ({ after, send, record, detectionDelaySeconds }: Stage) => {
  const emit = (
    call: Call,
    event_type: string,
    extra: object = {},
    identifiers: object = identifiersOf(call),
  ): void => {
    const payload = { ...identifiers, ...(call.clientState && { client_state: call.clientState }), ...extra };
    const body = envelopeOf({ event_type, payload });
    if (disordersEvents(call.to)) call.held.push(body);
    else send(body);
  };

  const releaseHeld = (call: Call): void => {
    for (const body of [...call.held, ...call.held].reverse()) send(body);
  };

  /** Plans the callee's next step; it is dropped when something else happens before. */
  const plan = (call: Call, seconds: number, step: () => void): void => {
    const turn = ++call.turn;
    after(seconds, () => {
      if (call.endedAt === null && call.turn === turn) step();
    });
  };

  const hangUp = (call: Call, hangup_cause: string, hangup_source = 'callee'): void => {
    if (call.endedAt !== null) return;
    call.endedAt = Date.now();
    const started = { start_time: iso(call.startedAt) };
    if (call.record && call.answeredAt !== null) {
      const { call_leg_id, call_session_id, connection_id } = identifiersOf(call);
      const recording_urls = { wav: record(call), mp3: null };
      const times = { recording_started_at: iso(call.answeredAt), recording_ended_at: iso(call.endedAt) };
      const ids = { call_leg_id, call_session_id, connection_id };
      emit(call, 'call.recording.saved', { recording_urls, ...times, channels: 'dual' }, ids);
    }
    emit(call, 'call.hangup', { ...started, state: 'hangup', hangup_cause, hangup_source, sip_hangup_cause: '200' });
    const minutes = Math.ceil((call.endedAt - (call.answeredAt ?? call.endedAt)) / MINUTE_MS);
    emit(call, 'call.cost', { total_cost: (minutes * COST_PER_MINUTE_USD).toFixed(4), status: 'success' });
    releaseHeld(call);
  };

  const loseInterest = (call: Call): void =>
    plan(call, call.callee.patienceSeconds, () => hangUp(call, 'normal_clearing'));

  const sayLine = (call: Call): void => {
    const transcript = call.callee.lines[call.linesSaid];
    if (call.callee.greetingSeconds !== undefined) {
      loseInterest(call);
      return;
    }
    if (transcript === undefined) {
      hangUp(call, 'normal_clearing');
      return;
    }
    call.linesSaid += 1;
    const said = (text: string, is_final: boolean) =>
      emit(call, 'call.transcription', { transcription_data: { transcript: text, is_final, confidence: 0.97 } });
    if (call.transcribes) {
      said(transcript.slice(0, transcript.length / 2), false);
      said(transcript, true);
    }
    loseInterest(call);
  };

  const answer = (call: Call): void => {
    call.answeredAt = Date.now();
    emit(call, 'call.answered', { state: 'answered', start_time: iso(call.startedAt) });
    loseInterest(call);
    if (!call.detects) return;
    if (call.callee.greetingSeconds !== undefined) {
      after(call.callee.greetingSeconds, () => {
        if (call.endedAt !== null) return;
        call.recorded = [];
        emit(call, 'call.machine.premium.greeting.ended', { result: 'beep_detected' });
      });
    }
    const detected = { result: call.callee.detection };
    after(DETECTION_SECONDS, () => {
      if (call.endedAt !== null) return;
      after(detectionDelaySeconds(), () => emit(call, 'call.machine.premium.detection.ended', detected));
    });
  };

  return {
    emit,
    hangUp,
    answer,

    start(
      parties: Pick<Call, 'from' | 'to' | 'direction' | 'connectionId' | 'clientState' | 'record' | 'detects'>,
    ): Call {
      const far = parties.direction === 'outgoing' ? parties.to : parties.from;
      const ids = { controlId: `v3:${randomUUID()}`, legId: randomUUID(), sessionId: randomUUID() };
      const times = { startedAt: Date.now(), answeredAt: null, endedAt: null };
      const call: Call = {
        ...parties,
        ...ids,
        ...times,
        callee: calleeOf(far),
        transcribes: false,
        linesSaid: 0,
        recorded: null,
        turn: 0,
        held: [],
      };
      const isIncoming = call.direction === 'incoming';
      const state = isIncoming ? 'parked' : 'bridging';
      emit(call, 'call.initiated', { direction: call.direction, state, start_time: iso(call.startedAt) });
      const { ringSeconds, hangupCause } = call.callee;
      const cause = isIncoming ? 'originator_cancel' : hangupCause;
      plan(call, ringSeconds, () => (cause ? hangUp(call, cause) : answer(call)));
      return call;
    },

    speak(call: Call, text: string): void {
      call.recorded?.push(text);
      emit(call, 'call.speak.started');
      plan(call, text.length * SPEECH_SECONDS_PER_CHAR, () => {
        emit(call, 'call.speak.ended', { status: 'completed' });
        plan(call, PAUSE_SECONDS, () => sayLine(call));
      });
    },

    stopSpeaking(call: Call): void {
      emit(call, 'call.speak.ended', { status: 'completed' });
      plan(call, PAUSE_SECONDS, () => sayLine(call));
    },

    /** Silences the hosted assistant; the other party then waits for words. */
    stopConversing(call: Call, conversationId: string): void {
      emit(call, 'call.conversation.ended', { conversation_id: conversationId, reason: 'stopped' });
      loseInterest(call);
    },

    /** Plays a whole conversation with the hosted assistant, which greets and answers every line. */
    converse(call: Call, { conversationId, say, greeting, answer: answerOf }: HostedConversation): void {
      emit(call, 'call.conversation.created', { conversation_id: conversationId });
      say('assistant', greeting);
      const next = (line: number): void => {
        const text = call.callee.lines[line];
        if (text === undefined) {
          emit(call, 'call.conversation.ended', { conversation_id: conversationId, reason: 'user_hangup' });
          hangUp(call, 'normal_clearing');
          return;
        }
        say('user', text);
        const turn = call.turn;
        const continueLater = (words: string): void => {
          if (call.turn !== turn) return;
          say('assistant', words);
          plan(call, PAUSE_SECONDS, () => next(line + 1));
        };
        answerOf().then(continueLater, () => loseInterest(call));
      };
      if (call.callee.greetingSeconds === undefined) plan(call, PAUSE_SECONDS, () => next(0));
    },
  };
};

const identifiersOf = ({ controlId, legId, sessionId, connectionId, from, to }: Call) => ({
  call_control_id: controlId,
  call_leg_id: legId,
  call_session_id: sessionId,
  connection_id: connectionId,
  from,
  to,
});

/** `data` of a dial and of `GET /calls/{id}`. */
export const callData = (call: Call, isDial = false) => ({
  record_type: 'call',
  call_control_id: call.controlId,
  call_leg_id: call.legId,
  call_session_id: call.sessionId,
  client_state: call.clientState,
  is_alive: !isDial && call.endedAt === null,
  ...(!isDial && {
    start_time: iso(call.startedAt),
    call_duration: Math.floor(((call.endedAt ?? Date.now()) - call.startedAt) / 1_000),
    ...(call.endedAt !== null && { end_time: iso(call.endedAt) }),
  }),
});

export type CallFlow = ReturnType<typeof newCallFlow>;
