import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as registry from '#functions/registry.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Fallback } from '#shared/runtime/define/fallback.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import type { StreamFunction } from '#shared/runtime/define/stream.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';

type Definition = Endpoint | Fallback | Site | StreamFunction | Worker;

/** One function of the registry, with its operation id and the source file that exports it. */
export type Entry<Kind extends Definition> = Kind & { id: string; file: string };

export const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const files = new Map(
  globSync('functions/*/*.ts', { cwd: PROJECT_ROOT }).map((file) => [basename(file, '.ts'), join(PROJECT_ROOT, file)]),
);

const entries = Object.entries(registry as unknown as Record<string, Definition>).map(([id, definition]) => {
  const file = files.get(kebabCase(id));
  if (!file) throw new Error(`functions/registry.ts lists ${id}, but there is no functions/*/${kebabCase(id)}.ts.`);
  return { ...definition, id, file };
});

const isKind =
  <Kind extends string>(kind: Kind) =>
  <E extends { kind: string }>(entry: E): entry is Extract<E, { kind: Kind }> =>
    entry.kind === kind;

export const endpoints: Entry<Endpoint>[] = entries.filter(isKind('endpoint'));
export const workers: Entry<Worker>[] = entries.filter(isKind('worker'));
/** Functions that answer piece by piece; on AWS each has an address of its own. */
export const streams: Entry<StreamFunction>[] = entries.filter(isKind('stream'));
/** Functions that serve pages to browsers, each at several routes. */
export const sites: Entry<Site>[] = entries.filter(isKind('site'));
/** Answers every route that no other function has: API Gateway's `$default`. */
export const fallback: Entry<Fallback> | undefined = entries.find(isKind('fallback'));
