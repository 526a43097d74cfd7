import { gunzipSync, gzipSync } from 'node:zlib';
import type { ConversationSettings } from '#shared/domain/conversation/conversation-state.ts';
import type { AssistantRecord } from '#shared/store/assistants.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { keys } from '#shared/store/keys.ts';
import type { TableReader, TableWriter } from '#shared/store/table/table.ts';

/** What commands on a call, and notes about it, have to name. */
export type SceneCall = Pick<CallRecord, 'id' | 'generation' | 'campaign_id' | 'call_control_id'>;

/** What a conversation is led with, as it was when it began: later changes are for later calls. */
export interface SceneRecord {
  call: SceneCall;
  assistant: Pick<
    AssistantRecord,
    | 'provider'
    | 'model'
    | 'temperature'
    | 'max_tokens'
    | 'voice_provider'
    | 'voice_model'
    | 'voice_id'
    | 'transcriptor_provider'
    | 'transcriptor_model'
    | 'transcriptor_language'
  >;
  settings: Omit<ConversationSettings, 'phrases'>;
  /** On whose clock the other party names times, if their number does not tell. */
  callee: { timezone: string | null; phone_country: string | null };
}

/**
 * Keeps what a conversation is begun with. Instructions are long, and read only where the model is asked; whoever finds
 * the scene finds them too. Of two writers the later holds: what they have read can differ by an edit in between.
 */
export const keepScene = async (table: TableWriter, scene: SceneRecord, instructions: string): Promise<void> => {
  await table.write({ put: { ...keys.instructions(scene.call.id), packed: gzipSync(instructions) } });
  await table.write({ put: { ...keys.scene(scene.call.id), ...scene } });
};

export interface PackedInstructions {
  packed: Uint8Array;
}

export const unpackedInstructions = ({ packed }: PackedInstructions): string => gunzipSync(packed).toString();

export const getScene = (table: TableReader, callId: string): Promise<SceneRecord | undefined> =>
  table.get<SceneRecord>(keys.scene(callId));

/** Undefined where no scene was kept. */
export const getInstructions = async (table: TableReader, callId: string): Promise<string | undefined> => {
  const kept = await table.get<PackedInstructions>(keys.instructions(callId));
  return kept && unpackedInstructions(kept);
};
