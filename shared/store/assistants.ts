import { ASSISTANT_TEMPLATES, type TemplateId } from '#shared/domain/assistant-templates.ts';
import { notFound } from '#shared/domain/errors.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { keys, listSort, lists } from './keys.ts';
import { absent, type PutOperation, present, type UpdateOperation } from './table.ts';

export type AssistantRecord = Assistant & { deleted_at: string | null };

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
  when: [present('pk')],
  refuse: () => notFound(`The assistant "${id}"`),
});
