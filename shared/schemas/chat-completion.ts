import * as z from 'zod';

/** Far beyond the turns of a call. */
const MESSAGES_MAX = 2_000;

const Content = z.union([
  z.string(),
  z
    .array(z.looseObject({ type: z.string(), text: z.string().optional() }))
    .transform((parts) => parts.map(({ text }) => text ?? '').join('')),
  z.null().transform(() => ''),
]);

/** What an OpenAI-compatible client sends; everything else in it is ignored. */
export const ChatCompletionRequest = z.object({
  messages: z.array(z.object({ role: z.string(), content: Content.default('') })).max(MESSAGES_MAX),
  stream: z.boolean().default(false),
  /** With `include_usage` one more chunk at the end of the stream tells the tokens. */
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  /** The variables of the call, which the carrier sends along. */
  extra_metadata: z.looseObject({ call_id: z.string() }),
});
export type ChatCompletionRequest = z.output<typeof ChatCompletionRequest>;
