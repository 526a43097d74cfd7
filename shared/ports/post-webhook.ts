export interface WebhookPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookAnswer {
  /** Null when there was no answer; `error` then says why. A redirect is an answer like any other. */
  statusCode: number | null;
  latencyMs: number;
  /** Text for the receiver's owner; never holds anything of the request. */
  error: string | null;
}

export type PostWebhook = (post: WebhookPost) => Promise<WebhookAnswer>;
