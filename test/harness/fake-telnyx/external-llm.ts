interface ExternalLlm {
  base_url: string;
  model: string;
  /** The token of the integration secret that the assistant names. */
  token: string;
  /** The dynamic variables, if they are to be forwarded. */
  extra_metadata: Record<string, unknown> | undefined;
}

interface ChatMessage {
  role: string;
  content: string;
}

/** An answer of the customer's endpoint. */
export interface LlmAnswer {
  status: number;
  contentType: string | null;
  /** Content of the stream's chunks, in order. */
  pieces: string[];
  finishReason: string | null;
  isDone: boolean;
}

interface Chunk {
  object: string;
  choices: { delta: { content?: string }; finish_reason: string | null }[];
}

const DATA = /^data: (.*)$/gm;

const readEvents = (body: string): Pick<LlmAnswer, 'pieces' | 'finishReason' | 'isDone'> => {
  const events = [...body.matchAll(DATA)].map(([, data = '']) => data);
  const choices = events.filter((data) => data !== '[DONE]').flatMap((data) => (JSON.parse(data) as Chunk).choices);
  return {
    pieces: choices.flatMap(({ delta }) => delta.content || []),
    finishReason: choices.at(-1)?.finish_reason ?? null,
    isDone: events.at(-1) === '[DONE]',
  };
};

/** Asks the customer's own model for the next words, as a client of OpenAI's chat completions does. */
export const askExternalLlm = async (
  { base_url, token, model, extra_metadata }: ExternalLlm,
  messages: ChatMessage[],
): Promise<LlmAnswer> => {
  const response = await fetch(`${base_url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream: true, ...(extra_metadata && { extra_metadata }) }),
  });
  const { status, headers } = response;
  const body = await response.text();
  return { status, contentType: headers.get('content-type'), ...readEvents(response.ok ? body : '') };
};
