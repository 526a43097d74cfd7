import type { Operation } from '#test/fuzz/document.ts';

/** What the service must do: carry it out, refuse it, or just not stumble over it. */
export type Aim = 'allowed' | 'forbidden' | 'strange';

/** A request with place holders in it. */
export interface FuzzRequest {
  operation: Operation;
  aim: Aim;
  /** The one rule that a forbidden request breaks. */
  breaks?: string;
  path: Record<string, string>;
  query: [string, string][];
  headers: Record<string, string>;
  /**
   * Token, cookie or signature, as the operation takes it. `session` is the cookie where a token would do; another's is
   * a valid token of an account that owns nothing of what the request names.
   */
  proof: 'own' | 'session' | 'none' | 'wrong' | 'another';
  body: { value: unknown } | { text: string } | undefined;
}
