import { describe, expect, test } from '@jest/globals';
import { type Bench, calleeEnding, FROM } from './bench.ts';

const CALLER = '+14155554343';
const VOICE = { provider: 'azure', model: 'neural', voiceId: 'en-US-AvaMultilingualNeural' };
const TRANSCRIBER = { provider: 'deepgram', model: 'nova-3', language: 'en-US' };

/** What is done in a live call. */
export const commandsContract = (name: string, bench: Bench): void => {
  describe(`${name}: commands`, () => {
    const allCommands = (callControlId: string) => {
      const command = () => ({ callControlId, commandId: bench.newCommand() });
      return [
        () => bench.telephony.answer({ ...command(), recordingEnabled: true, clientState: 'c3RhdGU=' }),
        () => bench.telephony.reject(command()),
        () => bench.telephony.speak({ ...command(), text: 'Hello?', voice: VOICE }),
        () => bench.telephony.stopSpeaking(command()),
        () => bench.telephony.startTranscription({ ...command(), transcriber: TRANSCRIBER }),
        () => bench.telephony.hangUp(command()),
      ];
    };

    test('a call that is over, or that nobody knows, needs no command any more', async () => {
      const call = await bench.place(calleeEnding('0003', 558));
      await bench.untilEvent(call, 'call.hangup');
      for (const send of allCommands(call.callControlId)) await send();
      for (const send of allCommands('v3:nobody-knows')) await send();
    });

    test('what is said ends, and the answer to it is transcribed', async () => {
      const call = await bench.place(calleeEnding('0001', 558));
      await bench.untilEvent(call, 'call.answered');
      const command = { callControlId: call.callControlId };
      await bench.telephony.startTranscription({ ...command, commandId: bench.newCommand(), transcriber: TRANSCRIBER });
      const speech = { ...command, commandId: bench.newCommand(), text: 'Good morning.', voice: VOICE };
      await bench.telephony.speak(speech);
      await bench.telephony.speak(speech);
      await bench.untilEvent(call, 'call.transcription');
      const heard = () => bench.eventsOf(call).flatMap(({ data }) => data.transcription ?? []);
      await bench.time.until(
        () => heard().some(({ isFinal, text }) => isFinal && text.length > 0),
        'a final transcription',
      );
      expect(bench.typesOf(call).filter((type) => type === 'call.speak.ended')).toHaveLength(1);
    });

    test('what is being said can be stopped', async () => {
      const call = await bench.place(calleeEnding('0001', 559));
      await bench.untilEvent(call, 'call.answered');
      const command = { callControlId: call.callControlId };
      const text = 'This is a very long sentence, and it goes on. '.repeat(40);
      await bench.telephony.speak({ ...command, commandId: bench.newCommand(), text, voice: VOICE });
      await bench.telephony.stopSpeaking({ ...command, commandId: bench.newCommand() });
      await bench.untilToldAtOnce(call, 'call.speak.ended');
    });

    test('hanging up ends the call', async () => {
      const call = await bench.place(calleeEnding('0001', 560));
      await bench.untilEvent(call, 'call.answered');
      await bench.telephony.hangUp({ callControlId: call.callControlId, commandId: bench.newCommand() });
      await bench.untilToldAtOnce(call, 'call.hangup');
      expect(await bench.telephony.findCall(call)).toMatchObject({ state: 'ended' });
    });

    test('an incoming call is announced, and answered or rejected on command', async () => {
      const accepted = { callControlId: await bench.setup.callIn(CALLER, FROM) };
      await bench.untilEvent(accepted, 'call.initiated');
      expect(bench.eventsOf(accepted)[0]?.data).toMatchObject({ direction: 'inbound', from: CALLER, to: FROM });
      await bench.telephony.answer({
        ...accepted,
        commandId: bench.newCommand(),
        recordingEnabled: false,
        clientState: 'c3RhdGU=',
      });
      await bench.untilToldAtOnce(accepted, 'call.answered');

      const rejected = { callControlId: await bench.setup.callIn(CALLER, FROM) };
      await bench.telephony.reject({ ...rejected, commandId: bench.newCommand() });
      await bench.untilToldAtOnce(rejected, 'call.hangup');
      expect(bench.typesOf(rejected)).not.toContain('call.answered');
    });
  });
};
