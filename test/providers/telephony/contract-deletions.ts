import { describe, expect, test } from '@jest/globals';
import { type Bench, calleeEnding } from './bench.ts';

const UNKNOWN = { callControlId: 'v3:nobody-knows', callLegId: 'leg-unknown', callSessionId: 'session-unknown' };
const UNTOLD = { callControlId: null, callLegId: null, callSessionId: null };

/** What is forgotten of calls that are over. */
export const deletionsContract = (name: string, bench: Bench): void => {
  const endedCall = async (exchange: number) => {
    const call = await bench.place(calleeEnding('0001', exchange));
    await bench.untilEvent(call, 'call.answered');
    await bench.telephony.hangUp({ callControlId: call.callControlId, commandId: bench.newCommand() });
    await bench.untilEvent(call, 'call.recording.saved');
    const saved = bench.eventsOf(call).find(({ type }) => type === 'call.recording.saved');
    const link = saved?.data.recording_url ?? '';
    return { ...call, recordingStatus: async () => (await fetch(link)).status };
  };

  describe(`${name}: deletions`, () => {
    test('a recording is gone once it is deleted, and that of another call with the same party is not', async () => {
      const [call, other] = [await endedCall(561), await endedCall(561)];
      expect(await call.recordingStatus()).toBe(200);
      await bench.telephony.deleteRecordings(call);
      expect(await call.recordingStatus()).toBe(404);
      expect(await other.recordingStatus()).toBe(200);
    });

    test('what is deleted already, or never was, is deleted', async () => {
      const call = await endedCall(562);
      for (const each of [call, call, UNKNOWN, UNTOLD]) {
        await bench.telephony.deleteRecordings(each);
        await bench.telephony.deleteCall(each);
      }
    });

    test('a carrier that cannot be reached has deleted nothing, and says so', async () => {
      const call = await endedCall(563);
      await expect(bench.setup.unreachable.deleteRecordings(call)).rejects.toThrow();
      await expect(bench.setup.unreachable.deleteCall(call)).rejects.toThrow();
      expect(await call.recordingStatus()).toBe(200);
    });
  });
};
