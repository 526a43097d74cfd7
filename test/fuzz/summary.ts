import type { FuzzRequest } from '#test/fuzz/requests/request.ts';

export interface Violation {
  operation: string;
  what: string;
  /** The shortest request that shows it. */
  curl: string;
}

export class Summary {
  readonly violations: Violation[] = [];
  readonly #statuses = new Map<number, number>();
  readonly #aims = new Map<string, number>();
  readonly #rulesInWords = new Map<string, number>();
  readonly #answered = new Set<string>();
  requests = 0;

  add({ aim, operation }: FuzzRequest, status: number, ruleInWords: string | undefined): void {
    this.requests += 1;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    this.#aims.set(aim, (this.#aims.get(aim) ?? 0) + 1);
    if (status === 200) this.#answered.add(operation.id);
    if (ruleInWords) this.#rulesInWords.set(ruleInWords, (this.#rulesInWords.get(ruleInWords) ?? 0) + 1);
  }

  progress(): string {
    return `${this.requests} requests, ${this.violations.length} violations`;
  }

  describe(seed: number, seconds: number, operations: string[]): string {
    const never = operations.filter((id) => !this.#answered.has(id));
    const rules = [...this.#rulesInWords].sort().map(([rule, times]) => `  ${times} × ${rule}`);
    const statuses = [...this.#statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    const aims = [...this.#aims].sort().map(([aim, times]) => `${times} ${aim}`);
    return [
      ...this.violations.map(({ operation, what, curl }) => `VIOLATION ${operation}: ${what}\n  ${curl}`),
      `Allowed, and refused by a rule that only words say:${rules.length > 0 ? '' : ' none'}`,
      ...rules,
      `Never answered with 200: ${never.join(', ') || 'none'}.`,
      `Seed ${seed}: ${this.requests} requests (${aims.join(', ')}) in ${seconds.toFixed(0)} s, ${statuses.join(', ')}, ${this.violations.length} violations.`,
    ].join('\n');
  }
}
