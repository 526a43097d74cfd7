import * as z from 'zod';

const CALL_ID_MAX_CHARS = 255;
/** Far more than a call has turns. */
const MESSAGES_MAX = 2_000;

const Content = z.union([
  z.string(),
  z
    .array(z.looseObject({ type: z.string(), text: z.string().optional() }))
    .transform((parts) => parts.map(({ text }) => text ?? '').join('')),
  z.null().transform(() => ''),
]);

/** A request of an OpenAI-compatible client; its other fields are ignored. */
export const ChatCompletionRequest = z.object({
  messages: z.array(z.object({ role: z.string(), content: Content.default('') })).max(MESSAGES_MAX),
  stream: z.boolean().default(false),
  /** `include_usage` asks for a last chunk with the token counts. */
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  /** The call's variables, forwarded by the carrier. */
  extra_metadata: z.looseObject({ call_id: z.string().max(CALL_ID_MAX_CHARS) }),
});
export type ChatCompletionRequest = z.output<typeof ChatCompletionRequest>;
