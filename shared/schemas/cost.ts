import * as z from 'zod';

export const Cost = z
  .object({
    seconds: z.int().meta({ description: 'Seconds of conversation.', examples: [42] }),
    input_tokens: z.int().meta({ description: 'Tokens that the language model read.', examples: [1850] }),
    output_tokens: z.int().meta({ description: 'Tokens that it wrote.', examples: [160] }),
    carrier_usd: z.string().meta({ description: 'What the carrier reported, US dollars.', examples: ['0.0100'] }),
  })
  .meta({ id: 'Cost', description: 'What was used so far; the carrier reports a while after the call.' });
