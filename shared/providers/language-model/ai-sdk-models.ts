import {
  LanguageModelError,
  type LanguageModels,
  type ModelChoice,
  type ModelProvider,
  type ReplyRequest,
  type StreamedReply,
  type TokenUsage,
} from '#shared/ports/language-models.ts';
import type { Vendor } from './ai-sdk-vendors.ts';

interface AiSdkSettings {
  /** Read for every request; undefined for a vendor without a key. */
  keys: Partial<Record<ModelProvider, () => Promise<string | undefined>>>;
  baseUrls?: Partial<Record<ModelProvider, string | undefined>>;
  /** Answers for vendors without a key. */
  offline: LanguageModels;
  /** For a whole reply, or between two pieces of a stream; short, because the other party waits on the line. */
  replyDeadlineMs?: number;
  /** For an extraction; longer, because nobody waits for it and it has much text. */
  extractDeadlineMs?: number;
}

const REPLY_DEADLINE_MS = 10_000;
const EXTRACT_DEADLINE_MS = 30_000;

/** The SDK is more than half a megabyte, so only the first request to a vendor loads it. */
const loadCalls = () => import('./ai-sdk-calls.ts');

/** The vendors' models through the AI SDK; the scripted models answer for a vendor without a key. */
export const aiSdkModels = ({
  keys,
  baseUrls = {},
  offline,
  replyDeadlineMs = REPLY_DEADLINE_MS,
  extractDeadlineMs = EXTRACT_DEADLINE_MS,
}: AiSdkSettings): LanguageModels => {
  const vendorOf = async (choice: ModelChoice, deadlineMs: number): Promise<Vendor | undefined> => {
    const key = await keys[choice.provider]?.().catch(() => {
      throw new LanguageModelError('unavailable', `The key of ${choice.provider} could not be read.`);
    });
    return key ? { choice, key, baseUrl: baseUrls[choice.provider], deadlineMs } : undefined;
  };

  const streamed = async (request: ReplyRequest): Promise<StreamedReply> => {
    const vendor = await vendorOf(request.choice, replyDeadlineMs);
    return vendor ? (await loadCalls()).stream(vendor, request) : offline.stream(request);
  };

  return {
    async reply(request) {
      const vendor = await vendorOf(request.choice, replyDeadlineMs);
      return vendor ? (await loadCalls()).reply(vendor, request) : offline.reply(request);
    },

    stream(request) {
      const { promise: usage, resolve } = Promise.withResolvers<TokenUsage>();
      async function* text() {
        const reply = streamed(request);
        resolve(reply.then((started) => started.usage));
        yield* (await reply).text;
      }
      usage.catch(() => undefined);
      return { text: text(), usage };
    },

    async extract(request) {
      const vendor = await vendorOf(request.choice, extractDeadlineMs);
      return vendor ? (await loadCalls()).extract(vendor, request) : offline.extract(request);
    },

    isOffline: async (choice) => (await vendorOf(choice, 0)) === undefined,
  };
};
