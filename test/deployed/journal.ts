import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Need } from './iam/policy.ts';
import type { FunctionCounts } from './lambda/function.ts';

/** What happened on an emulated stack, for the report. */
export class Journal {
  readonly counts = new Map<string, FunctionCounts>();
  readonly denials = new Map<string, number>();
  /** What the emulation does not understand. */
  readonly gaps = new Set<string>();
  readonly failures: string[] = [];
  readonly serverErrors: string[] = [];
  /** What each principal was granted and used, with how often. */
  readonly grants = new Map<string, Map<string, number>>();
  /** The statuses that each route answered. */
  readonly routes = new Map<string, Set<number>>();
  /** Messages that workers gave back. */
  readonly givenBack = new Map<string, number>();
  requests = 0;
  readonly logFile: string;

  constructor(stateDir: string) {
    this.logFile = join(stateDir, 'functions.log');
  }

  countsOf(id: string): FunctionCounts {
    const counts = this.counts.get(id) ?? { invocations: 0, failures: 0 };
    this.counts.set(id, counts);
    return counts;
  }

  deny(who: string, { action, resource }: Pick<Need, 'action' | 'resource'>): void {
    const denial = `${who} may not ${action} on ${resource}`;
    this.denials.set(denial, (this.denials.get(denial) ?? 0) + 1);
    this.log('denial', `${denial}\n`);
  }

  allow(who: string, { action, resource }: Pick<Need, 'action' | 'resource'>): void {
    const used = this.grants.get(who) ?? new Map<string, number>();
    const grant = `${action} on ${resource.replace(/(schedule\/[^/]+|arn:aws:s3:::[^/]+)\/.*/, '$1/*')}`;
    this.grants.set(who, used.set(grant, (used.get(grant) ?? 0) + 1));
  }

  hasUsed(who: string, action: string): boolean {
    return [...(this.grants.get(who)?.keys() ?? [])].some((grant) => grant.startsWith(`${action} `));
  }

  answered(routeKey: string, status: number): void {
    this.routes.set(routeKey, (this.routes.get(routeKey) ?? new Set()).add(status));
  }

  giveBack(id: string, messages: number): void {
    if (messages > 0) this.givenBack.set(id, (this.givenBack.get(id) ?? 0) + messages);
  }

  fail(id: string, error: Error): void {
    this.failures.push(`${id}: ${error.message.split('\n')[0]}`);
    this.log(id, `failed: ${error.message}\n`);
  }

  /** A line of the gateway: method, path, status, time and id. */
  request(line: string): void {
    this.requests += 1;
    if (/ 5\d\d \d+ ms /.test(line)) this.serverErrors.push(line);
    this.log('gateway', `${line}\n`);
  }

  log(id: string, text: string): void {
    appendFileSync(this.logFile, text.replace(/^(?=.)/gm, `${id} `));
  }

  /** What must not have happened, in words. */
  problems(): string[] {
    const notRun = [...this.counts].filter(([, { invocations }]) => invocations === 0).map(([id]) => id);
    const unserved = [...this.routes].filter(([, statuses]) => statuses.size === 0).map(([routeKey]) => routeKey);
    return [
      ...unserved.map((routeKey) => `Never asked: ${routeKey}.`),
      ...[...this.gaps].map((gap) => `Not emulated: ${gap}`),
      ...[...this.denials].map(([denial, times]) => `Denied ${times} times: ${denial}.`),
      ...this.failures.map((failure) => `An invocation failed: ${failure}`),
      ...this.serverErrors.map((line) => `A server error: ${line}`),
      ...notRun.map((id) => `Never invoked: ${id}.`),
    ];
  }
}
