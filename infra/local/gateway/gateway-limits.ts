import { type HttpAnswer, jsonAnswer } from './gateway-response.ts';

const MEGABYTE = 1024 * 1024;
/** API Gateway takes bodies up to here. */
export const REQUEST_MAX_BYTES = 10 * MEGABYTE;
/** Lambda takes an event, and gives back a result, up to here, as JSON. */
const PAYLOAD_MAX_BYTES = 6 * MEGABYTE;
/** A byte as JSON at its longest: `\u0000`. */
const JSON_CHARS_PER_BYTE = 6;

/** A request that does not reach the function. */
export class RequestTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The request body is larger than ${maxBytes / MEGABYTE} MB.`);
    this.maxBytes = maxBytes;
  }
}

const isOverPayload = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value) ?? '') > PAYLOAD_MAX_BYTES;

/** @throws RequestTooLarge for an event that Lambda would not take: base64 and escapes count. */
export const assertLambdaTakes = (bytes: Buffer, event: object): void => {
  if (bytes.length * JSON_CHARS_PER_BYTE < PAYLOAD_MAX_BYTES) return;
  if (isOverPayload(event)) throw new RequestTooLarge(PAYLOAD_MAX_BYTES);
};

/** @throws when Lambda could not give this result back: its caller would get a 500. */
export const assertLambdaReturns = (result: unknown): void => {
  if (isOverPayload(result)) {
    throw new Error(`The function's answer is larger than the ${PAYLOAD_MAX_BYTES / MEGABYTE} MB that Lambda allows.`);
  }
};

export const answerTooLarge = ({ message }: RequestTooLarge): HttpAnswer =>
  jsonAnswer(413, { success: false, error: message });
