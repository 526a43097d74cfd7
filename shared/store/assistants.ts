import { ASSISTANT_TEMPLATES, type TemplateId } from '#shared/domain/assistant/templates.ts';
import { notFound } from '#shared/domain/errors.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { keys, listSort, lists } from './keys.ts';
import { readPage } from './table/lists.ts';
import type { RecordKey } from './table/records.ts';
import { absent, equals, type PutOperation, type TableReader, type UpdateOperation } from './table/table.ts';

export type AssistantRecord = Assistant & { deleted_at: string | null };

export const assistantKey = (id: string): RecordKey<AssistantRecord> => keys.assistant(id);

/** Includes deleted assistants. */
export const getAssistant = (table: TableReader, id: string) => table.get<AssistantRecord>(assistantKey(id));

export const getAssistants = (table: TableReader, ids: string[]) =>
  table.getMany<AssistantRecord>(ids.map(assistantKey));

export const newAssistant = (given: {
  id: string;
  account_id: string;
  name: string;
  type: TemplateId;
  now: Date;
}): AssistantRecord => {
  const { now, ...identity } = given;
  const at = now.toISOString();
  return { ...ASSISTANT_TEMPLATES[given.type], ...identity, created_at: at, updated_at: at, deleted_at: null };
};

export const putAssistant = (assistant: AssistantRecord): PutOperation => ({
  put: {
    ...keys.assistant(assistant.id),
    ...assistant,
    list_pk: lists.assistants(assistant.account_id),
    list_sk: listSort(assistant.created_at, assistant.id),
  },
  when: [absent('pk')],
});

export const updateAssistantRecord = (id: string, changes: Partial<Assistant>): UpdateOperation => ({
  update: keys.assistant(id),
  set: changes,
  when: [equals('deleted_at', null)],
  refuse: () => notFound(`The assistant "${id}"`),
});

/** Deletes an assistant softly: it leaves the list and cannot be used; its calls keep its id. */
export const deleteAssistantRecord = (id: string, now: Date): UpdateOperation => ({
  update: keys.assistant(id),
  set: { deleted_at: now.toISOString(), updated_at: now.toISOString() },
  remove: ['list_pk', 'list_sk'],
  when: [equals('deleted_at', null)],
  refuse: () => notFound(`The assistant "${id}"`),
});

export const listAssistantRecords = (table: TableReader, accountId: string, page: { limit: number; offset: number }) =>
  readPage<AssistantRecord>(table, { list: lists.assistants(accountId), filter: [], ...page });
