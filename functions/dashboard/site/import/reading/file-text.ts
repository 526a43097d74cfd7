import type { Sliced } from './time-slices.ts';

/** A file as the browser gives it. */
export interface CsvSource {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** Bytes that are decoded in one go. */
const PIECE_BYTES = 16 * 1024;
/** Of so many first bytes, this share of zeros is none of a text. */
const LOOKED_AT_BYTES = 4096;
const ZEROS_OF_TEXT_MAX = 0.05;

const NOT_CSV: [start: string, words: string][] = [
  [
    'PK\u0003\u0004',
    'This is an Excel or OpenDocument workbook. Open it and save it as "CSV UTF-8", then choose that.',
  ],
  [
    '\u00d0\u00cf\u0011\u00e0',
    'This is an old Excel workbook. Open it and save it as "CSV UTF-8", then choose that file.',
  ],
  ['%PDF', 'This is a PDF document. A CSV file is needed.'],
  ['\u001f\u008b', 'This file is compressed. Unpack it first.'],
];

const startOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 4));

const hasManyZeros = (bytes: Uint8Array): boolean => {
  const looked = bytes.subarray(0, LOOKED_AT_BYTES);
  return looked.filter((byte) => byte === 0).length > looked.length * ZEROS_OF_TEXT_MAX;
};

const markedEncoding = (bytes: Uint8Array): Encoding | null => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
};

/** Why these bytes are no text, in words; null where they may be. */
export const notTextProblem = (bytes: Uint8Array): string | null => {
  const start = startOf(bytes);
  const known = NOT_CSV.find(([magic]) => start.startsWith(magic));
  if (known) return known[1];
  return hasManyZeros(bytes) && !markedEncoding(bytes)
    ? 'This file is no text. Save it as "CSV UTF-8" and choose that file.'
    : null;
};

function* bytePieces(bytes: Uint8Array): Generator<{ piece: Uint8Array; isLast: boolean }> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield { piece: bytes.subarray(at, at + PIECE_BYTES), isLast: at + PIECE_BYTES >= bytes.length };
  }
}

/** What tells of each piece whether the bytes up to there are UTF-8. */
const utf8Check = () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (piece: Uint8Array, isLast: boolean): boolean => {
    try {
      decoder.decode(piece, { stream: !isLast });
      return true;
    } catch {
      return false;
    }
  };
};

const isUtf8 = async (bytes: Uint8Array, slice: Sliced): Promise<boolean> => {
  const isValid = utf8Check();
  for (const { piece, isLast } of bytePieces(bytes)) {
    if (!isValid(piece, isLast)) return false;
    if (slice.isOver()) await slice.next();
  }
  return true;
};

/** UTF-8 or UTF-16 where the bytes say so, else what Excel writes under the name "CSV". */
export const encodingOf = async (bytes: Uint8Array, slice: Sliced): Promise<Encoding> =>
  markedEncoding(bytes) ?? ((await isUtf8(bytes, slice)) ? 'utf-8' : 'windows-1252');

/** The text in pieces, without its byte order mark, and how many bytes have been read with each. */
export function* textPieces(bytes: Uint8Array, encoding: Encoding): Generator<{ text: string; bytesRead: number }> {
  const decoder = new TextDecoder(encoding);
  let bytesRead = 0;
  for (const { piece, isLast } of bytePieces(bytes)) {
    bytesRead += piece.length;
    yield { text: decoder.decode(piece, { stream: !isLast }), bytesRead };
  }
}
