import { type Json, type JsonReply, RequestError } from '#infra/local/process/json-http.ts';
import type { ScheduleStore, StoredSchedule } from './schedule-store.ts';
import { instantOf } from './schedule-time.ts';

const DEFAULT_GROUP = 'default';
const DEFAULT_PAGE = 100;
const NAME = /^[0-9A-Za-z\-_.]{1,64}$/;

const invalid = (message: string): RequestError => new RequestError(400, 'ValidationException', message);

const arnOf = ({ group, name }: { group: string; name: string }): string =>
  `arn:aws:scheduler:us-east-1:000000000000:schedule/${group}/${name}`;

const notFound = (name: string): RequestError =>
  new RequestError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

const dueTimeOf = (definition: Json): number | null => {
  const expression = textOf(definition.ScheduleExpression) ?? '';
  const dueAt = instantOf(expression, textOf(definition.ScheduleExpressionTimezone) ?? 'UTC');
  if (dueAt === undefined) {
    throw invalid(`Invalid Schedule Expression ${expression}. Only at(yyyy-mm-ddThh:mm:ss) is supported here.`);
  }
  if (!textOf((definition.Target as Json | undefined)?.Arn)) throw invalid('Target.Arn is required.');
  if (!definition.FlexibleTimeWindow) throw invalid('FlexibleTimeWindow is required.');
  return definition.State === 'DISABLED' ? null : dueAt;
};

const nameFromPath = (name: string): string => {
  if (!NAME.test(name)) throw invalid(`The name ${name} must be 1 to 64 letters, digits, "-", "_" or ".".`);
  return name;
};

const created = (schedule: StoredSchedule): JsonReply => ({ status: 200, body: { ScheduleArn: arnOf(schedule) } });

export const createSchedule = (store: ScheduleStore, pathName: string, definition: Json, now: number): JsonReply => {
  const name = nameFromPath(pathName);
  const group = textOf(definition.GroupName) ?? DEFAULT_GROUP;
  const clientToken = textOf(definition.ClientToken) ?? null;
  const dueAt = dueTimeOf(definition);
  const existing = store.find(group, name);
  if (existing && clientToken && existing.clientToken === clientToken) return created(existing);
  if (existing) throw new RequestError(409, 'ConflictException', `Schedule ${name} already exists.`);
  const schedule = { group, name, definition, clientToken, dueAt, createdAt: now, modifiedAt: now, revision: 1 };
  store.put(schedule);
  return created(schedule);
};

/** Replaces the whole definition, as the real service does. */
export const updateSchedule = (store: ScheduleStore, name: string, definition: Json, now: number): JsonReply => {
  const group = textOf(definition.GroupName) ?? DEFAULT_GROUP;
  const dueAt = dueTimeOf(definition);
  const existing = store.find(group, name);
  if (!existing) throw notFound(name);
  const schedule = { ...existing, definition, dueAt, modifiedAt: now, revision: existing.revision + 1 };
  store.put(schedule);
  return created(schedule);
};

const summaryOf = (schedule: StoredSchedule): Json => ({
  Arn: arnOf(schedule),
  Name: schedule.name,
  GroupName: schedule.group,
  State: schedule.definition.State ?? 'ENABLED',
  CreationDate: schedule.createdAt / 1000,
  LastModificationDate: schedule.modifiedAt / 1000,
});

export const getSchedule = (store: ScheduleStore, name: string, query: URLSearchParams): JsonReply => {
  const schedule = store.find(query.get('groupName') ?? DEFAULT_GROUP, name);
  if (!schedule) throw notFound(name);
  const { ClientToken: _, ...definition } = schedule.definition;
  const defaults = { ScheduleExpressionTimezone: 'UTC', ActionAfterCompletion: 'NONE' };
  return { status: 200, body: { ...defaults, ...definition, ...summaryOf(schedule) } };
};

export const deleteSchedule = (store: ScheduleStore, name: string, query: URLSearchParams): JsonReply => {
  if (!store.remove(query.get('groupName') ?? DEFAULT_GROUP, name)) throw notFound(name);
  return { status: 200, body: {} };
};

export const listSchedules = (store: ScheduleStore, query: URLSearchParams): JsonReply => {
  const limit = Number(query.get('MaxResults') ?? DEFAULT_PAGE);
  const after = Buffer.from(query.get('NextToken') ?? '', 'base64url').toString();
  const state = query.get('State');
  const found = store
    .list(query.get('ScheduleGroup') ?? '', query.get('NamePrefix') ?? '', after)
    .filter(({ definition }) => !state || (definition.State ?? 'ENABLED') === state);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > page.length && last;
  return {
    status: 200,
    body: {
      Schedules: page.map((schedule) => ({
        ...summaryOf(schedule),
        Target: { Arn: (schedule.definition.Target as Json).Arn },
      })),
      ...(hasMore ? { NextToken: Buffer.from(`${last.group}/${last.name}`).toString('base64url') } : {}),
    },
  };
};
