import type { PostWebhook, WebhookAnswer } from '#shared/ports/post-webhook.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Machine } from '#test/simulation/kernel/machine.ts';
import type { Counterparts } from './counterparts.ts';

/** The sender's own deadline for an answer. */
const ANSWER_DEADLINE_MS = 5000;

/** Posts to the simulated receivers. A post under way arrives even if its sender is gone by then. */
export const postWebhookOf =
  (
    { machine: { kernel }, receivers }: Pick<Counterparts, 'receivers'> & { machine: Machine },
    invocation: Invocation,
  ): PostWebhook =>
  (post) =>
    new Promise((resolve) => {
      if (invocation.isOver || invocation.mayCrash('crashBefore', 'before an event is posted')) return;
      const [startedAt, sentAt] = [kernel.now, invocation.clock().toISOString()];
      let isAnswered = false;
      const answer = (statusCode: number | null, error: string | null, heard: () => void): boolean => {
        if (isAnswered || invocation.isOver) return false;
        isAnswered = true;
        heard();
        const answered: WebhookAnswer = { statusCode, error, latencyMs: Math.round(kernel.now - startedAt) };
        invocation.trace(`post ${post.headers['webhook-id']} to ${post.url}: ${statusCode ?? error}`);
        if (!invocation.mayCrash('crashAfter', 'after an event was posted')) resolve(answered);
        return true;
      };
      kernel.after(kernel.random.between(3, 120), () => {
        const received = receivers.receive({ ...post, sentAt, sender: invocation });
        const { statusCode, afterMs } = received;
        const heard = (): void => {
          received.heard = statusCode;
        };
        const error = statusCode === null ? 'The connection was closed.' : null;
        if (afterMs !== null) kernel.after(afterMs, () => answer(statusCode, error, heard));
        else kernel.after(startedAt + ANSWER_DEADLINE_MS - kernel.now, () => answer(null, 'No answer.', heard));
        return true;
      });
      invocation.mayCrash('crashAfter', 'while an event is on its way');
    });
