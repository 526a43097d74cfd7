import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { LINES_MAX, type LogLine, type LogSearch, wantedLine } from './log-lines.ts';

/** The log, and the two that it has replaced. */
const FILES = ['', '.1', '.2'];

/** The wanted lines of a laptop's log, newest first. */
export const searchServiceLog = (stateDir: string, search: LogSearch): LogLine[] =>
  FILES.map((ending) => join(stateDir, `${SERVICE_LOG_FILE}${ending}`))
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .flatMap((text) => wantedLine(text, search) ?? [])
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, LINES_MAX);
