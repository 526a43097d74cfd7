import { createHash } from 'node:crypto';
import { invalid } from '#shared/domain/errors.ts';
import type { Position } from './table.ts';

/** What the next page of a list needs to know. */
export interface CursorContent {
  after: Position;
  /** Matches still to be skipped, where an offset reached beyond what one request may read. */
  skip: number;
  /** As counted for the first page. */
  count: number;
  countIsExact: boolean;
}

type Packed = [sort: string, pk: string, sk: string, skip: number, count: number, countIsExact: 0 | 1, seal: string];

const SEAL_CHARS = 16;

/**
 * Binds a cursor to its list and filters, and shows damage. No secret: a forged one only moves within one's own list.
 */
const sealOf = (identity: string, content: unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([identity, content]))
    .digest('base64url')
    .slice(0, SEAL_CHARS);

/** Text that clients hand back as it is. `identity`: the list with its filters. */
export const writeCursor = (identity: string, { after, skip, count, countIsExact }: CursorContent): string => {
  const content = [after.sort, after.pk, after.sk, skip, count, countIsExact ? 1 : 0];
  return Buffer.from(JSON.stringify([...content, sealOf(identity, content)])).toString('base64url');
};

const isPacked = (content: unknown): content is Packed => {
  if (!Array.isArray(content)) return false;
  const [texts, numbers] = [content.slice(0, 3), content.slice(3, 6)];
  return texts.every((text) => typeof text === 'string' && text !== '') && numbers.every(Number.isSafeInteger);
};

const unpack = (cursor: string): Packed | undefined => {
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return isPacked(content) ? content : undefined;
  } catch {
    return undefined;
  }
};

/** @throws Refusal 400 for a cursor that is damaged, or of another list, or of other filters. */
export const readCursor = (identity: string, cursor: string): CursorContent => {
  const packed = unpack(cursor);
  if (!packed || packed.at(-1) !== sealOf(identity, packed.slice(0, -1))) {
    throw invalid([
      { path: 'cursor', message: 'must be a next_cursor of this list with the same filters; begin again without it' },
    ]);
  }
  const [sort, pk, sk, skip, count, countIsExact] = packed;
  return { after: { pk, sk, sort }, skip, count, countIsExact: countIsExact === 1 };
};
