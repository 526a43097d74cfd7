import {
  LanguageModelError,
  type LanguageModels,
  type ModelChoice,
  type ModelProvider,
  type ReplyRequest,
  type StreamedReply,
  type TokenUsage,
} from '#shared/ports/language-models.ts';

export interface AiSdkSettings {
  /** Resolve to undefined where a vendor has no key; read again for every request. */
  keys: Partial<Record<ModelProvider, () => Promise<string | undefined>>>;
  baseUrls?: Partial<Record<ModelProvider, string | undefined>>;
  /** Answers for vendors without a key. */
  offline: LanguageModels;
  /** Until a reply is complete, or between two pieces of a streamed one: the other party is waiting on the line. */
  replyDeadlineMs?: number;
  /** Until an extraction is complete: nobody waits for it, and it is long. */
  extractDeadlineMs?: number;
}

const REPLY_DEADLINE_MS = 10_000;
const EXTRACT_DEADLINE_MS = 30_000;

/** A client of the choice's vendor: its address and key, and how long it may take. */
export interface Vendor {
  choice: ModelChoice;
  key: string;
  baseUrl: string | undefined;
  deadlineMs: number;
}

/** The SDK is more than half a megabyte: it is loaded with the first request that needs a vendor. */
const loadCalls = () => import('./ai-sdk-calls.ts');

/** The vendors' models through the AI SDK; a vendor without a key is replaced by the offline models. */
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
