import type { Json } from '#infra/local/process/json-http.ts';
import type { Call, CallFlow } from './calls.ts';
import type { HostedConversations } from './hosted-conversations.ts';
import { TelnyxRefusal } from './refusal.ts';
import type { Action, AssistantStart } from './request-bodies.ts';

/** Carries out an action with a valid body; answers the reply's fields beyond `result`. */
type Perform = (call: Call, body: Json) => Json | undefined;

const onAnswered =
  (perform: Perform): Perform =>
  (call, body) => {
    if (call.answeredAt === null) throw new TelnyxRefusal(422, '90034', 'Call not answered yet');
    return perform(call, body);
  };

export const callActions = (flow: CallFlow, conversations: HostedConversations): { [Name in Action]: Perform } => ({
  answer: (call, body) => {
    if (call.direction !== 'incoming') throw new TelnyxRefusal(422, '10015', 'Bad Request');
    const { client_state, record } = body as { client_state?: string; record?: string };
    call.record = record !== undefined;
    call.clientState = client_state ?? call.clientState;
    flow.answer(call);
    return undefined;
  },
  reject: (call) => {
    flow.hangUp(call, 'call_rejected', 'unknown');
    return undefined;
  },
  hangup: (call) => {
    flow.hangUp(call, call.answeredAt === null ? 'originator_cancel' : 'normal_clearing', 'caller');
    return undefined;
  },
  speak: onAnswered((call, { payload }) => {
    flow.speak(call, String(payload));
    return undefined;
  }),
  playback_stop: onAnswered((call) => {
    flow.stopSpeaking(call);
    return undefined;
  }),
  transcription_start: onAnswered((call) => {
    call.transcribes = true;
    return undefined;
  }),
  ai_assistant_start: onAnswered((call, body) => conversations.start(call, body as unknown as AssistantStart)),
  ai_assistant_stop: (call) => {
    conversations.stop(call);
    return undefined;
  },
});
