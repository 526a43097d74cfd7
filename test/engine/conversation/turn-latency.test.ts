import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { converse } from '#shared/engine/conversation/converse.ts';
import { createLog, setLogSink } from '#shared/runtime/log.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { writes } from '#test/harness/given/models.ts';
import { turn } from '#test/harness/time/timers.ts';

let account: TestAccount;
let assistantId: string;
let bench: LiveCall;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant()).id;
});
beforeEach(async () => {
  bench = await newLiveCall(account, { assistant_id: assistantId });
  await bench.deliver(ANSWERED, { id: 'greeted', type: 'speak_ended', turn: 1 });
  bench.commands.length = 0;
  lines = [];
  setLogSink((line) => lines.push(JSON.parse(line)));
  bench.ports.log = createLog({ function: 'converse' });
});
afterEach(() => setLogSink(console.log));

const QUESTION = heard('What is it about?');
const THINKING_SECONDS = 2;

/** As the queue delivers them, with the time at which the carrier told them. */
const tell = (...inputs: ConversationInput[]): Promise<void> => {
  const received_at = bench.ports.clock().toISOString();
  return converse(
    bench.ports,
    inputs.map((input) => ({ call_id: bench.call.id, input, received_at })),
  );
};

const whenSpoken = async (): Promise<void> => {
  while (!bench.commands.some(({ name }) => name === 'speak')) await turn();
};

const twoSentences = writes(async () => bench.wait(THINKING_SECONDS), 'About a meeting. ', whenSpoken, 'Shall we?');

test('a turn is one line, which CloudWatch reads a metric off, and which says nothing of what was said', async () => {
  bench.models = { ...bench.models, stream: twoSentences };
  await tell(QUESTION, { id: 'interim', type: 'heard', text: 'Well', isFinal: false });
  const milliseconds = THINKING_SECONDS * 1000;
  const measured = lines.filter((line) => 'turn_latency_ms' in line);
  expect(measured).toEqual([
    {
      level: 'info',
      at: expect.any(String),
      message: 'The assistant has begun to answer.',
      function: 'converse',
      call_id: bench.call.id,
      turn_latency_ms: milliseconds,
      TurnLatency: milliseconds,
      _aws: {
        Timestamp: Date.parse(String(measured[0]?.at)),
        CloudWatchMetrics: [
          {
            Namespace: 'VoiceCalling',
            Dimensions: [[]],
            Metrics: [{ Name: 'TurnLatency', Unit: 'Milliseconds' }],
          },
        ],
      },
    },
  ]);
});

test('words that nobody answers are no turn', async () => {
  await tell({ id: 'interim', type: 'heard', text: 'Well', isFinal: false }, { id: 'over', type: 'hung_up' }, QUESTION);
  expect(lines.filter((line) => 'turn_latency_ms' in line)).toEqual([]);
});

test('a log whose lines nobody reads metrics off holds the latency alone', async () => {
  setLogSink((line) => lines.push(JSON.parse(line)), { hasMetrics: false });
  await tell(QUESTION);
  const [measured] = lines.filter((line) => 'turn_latency_ms' in line);
  expect(measured).toMatchObject({ turn_latency_ms: 0 });
  expect(measured).not.toHaveProperty('_aws');
  expect(measured).not.toHaveProperty('TurnLatency');
});
