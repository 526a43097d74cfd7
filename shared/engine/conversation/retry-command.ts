import { commandOn } from '#shared/engine/call/call-command.ts';
import { haltByEngine } from '#shared/engine/campaign/give-command.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { CommandRefused } from '#shared/ports/telephony.ts';
import { noteError } from '#shared/store/call/call-notes.ts';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import type { SceneCall } from '#shared/store/conversation/scenes.ts';
import { retryingLostRaces, succeeded } from '#shared/store/table/conditional-write.ts';

export type CommandPorts = Needs<'table' | 'telephony' | 'clock' | 'sleep' | 'log'>;

type Send<Reply> = () => Promise<Reply>;

/** Tries of a command, under the same id and quickly, because somebody is waiting on the phone. */
const COMMAND_TRIES = 3;
const COMMAND_PAUSE_MS = 300;

export const retryCommand = async <Reply>({ sleep }: CommandPorts, send: Send<Reply>): Promise<Reply> => {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === COMMAND_TRIES) throw error;
      await sleep(COMMAND_PAUSE_MS);
    }
  }
};

const endCall = async ({ table, telephony, log }: CommandPorts, call: SceneCall, error: Error): Promise<void> => {
  log.error('A command of a conversation failed; ending the call.', error, { call_id: call.id });
  const words = `The carrier refused a command of the conversation: ${error.message}`;
  await succeeded(table.write(noteError(call.id, words)));
  await telephony.hangUp(commandOn(call, 'give-up'));
};

/** Halts the campaign of a call whose conversation cannot be held; any other stop of the campaign wins. */
export const haltCampaignOf = (
  { table, clock, log }: CommandPorts,
  { campaign_id }: SceneCall,
  reason: string,
): Promise<void> =>
  retryingLostRaces(table, async () => {
    const control = campaign_id === null ? undefined : await getControl(table, campaign_id);
    const halt = { kind: 'no_conversation' as const, reason: `No conversation can be held: ${reason}` };
    if (control) await haltByEngine({ table, log }, control, halt, clock());
  });

const endCallAndCampaign: typeof endCall = async (ports, call, error) => {
  if (error instanceof CommandRefused) await haltCampaignOf(ports, call, error.message);
  await endCall(ports, call, error);
};

/** Ends the call and stores the reason when the command fails, so that nobody is left on a silent call. */
export const commandOrEndCall = async <Reply>(
  ports: CommandPorts,
  call: SceneCall,
  send: Send<Reply>,
  end = endCall,
): Promise<Reply | undefined> => {
  try {
    return await retryCommand(ports, send);
  } catch (error) {
    await end(ports, call, error as Error);
    return undefined;
  }
};

/**
 * The same for a command without which no conversation begins. If the carrier refuses it, the next call would be silent
 * too, so the campaign is halted.
 */
export const commandOrPauseCampaign = <Reply>(
  ports: CommandPorts,
  call: SceneCall,
  send: Send<Reply>,
): Promise<Reply | undefined> => commandOrEndCall(ports, call, send, endCallAndCampaign);
