import type { Needs } from '#shared/ports/capabilities.ts';
import { QUEUE_DELAY_MAX_SECONDS } from '#shared/ports/queue-sender.ts';
import type { DueCall } from '#shared/store/call/single-calls.ts';

type SoonPorts = Needs<'dialQueue' | 'clock' | 'log'>;

/** Asks for a look within the next minutes. A failure is only logged: the sweep finds whatever is due. */
export const comeBackSoon = async ({ dialQueue, clock, log }: SoonPorts, due: DueCall): Promise<void> => {
  const seconds = Math.ceil((Date.parse(due.due_at) - clock().getTime()) / 1000);
  try {
    await dialQueue.send([due], seconds > 0 ? { delaySeconds: Math.min(seconds, QUEUE_DELAY_MAX_SECONDS) } : {});
  } catch (error) {
    log.error('Could not queue the next look at a call; the sweep looks within a minute.', error, {
      call_id: due.call_id,
    });
  }
};

export type ComeBackPorts = SoonPorts & Needs<'callWakeUps'>;

/** Asks for a look at the due time, however far off. A failure is only logged: the sweep finds whatever is due. */
export const comeBackAt = async (ports: ComeBackPorts, due: DueCall): Promise<void> => {
  const seconds = (Date.parse(due.due_at) - ports.clock().getTime()) / 1000;
  if (seconds <= QUEUE_DELAY_MAX_SECONDS) return comeBackSoon(ports, due);
  await scheduleCall(ports, due);
};

/** Sets the schedule of a call. A failure is only logged: the sweep finds whatever is due. */
export const scheduleCall = async (
  { callWakeUps, log }: Pick<ComeBackPorts, 'callWakeUps' | 'log'>,
  due: DueCall,
): Promise<void> => {
  try {
    await callWakeUps.lookAt(due);
  } catch (error) {
    log.error('Could not schedule a call; the sweep looks at it within a minute of its time.', error, {
      call_id: due.call_id,
    });
  }
};
