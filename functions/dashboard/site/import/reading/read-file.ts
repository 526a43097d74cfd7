import { type CsvRecord, recordReader, UnclosedQuote } from './csv-records.ts';
import type { Delimiter } from './delimiter.ts';
import { type CsvSource, type Encoding, encodingOf, notTextProblem, textPieces } from './file-text.ts';
import { sha256 } from './sha-256.ts';
import { pageSlices, type Slices, sliced } from './time-slices.ts';

/** By this a file is known again, whatever became of its date and place. */
export interface Fingerprint {
  name: string;
  size: number;
  /** SHA-256 of its bytes, in hex. */
  hash: string;
}

export interface FileRecords {
  fingerprint: Fingerprint;
  encoding: Encoding;
  delimiter: Delimiter;
  records: CsvRecord[];
  /** The columns in which any row but the first has something. */
  usedColumns: ReadonlySet<number>;
}

/** What could be read, or in words why nothing could. */
export type Reading<Content> = { ok: true; file: Content } | { ok: false; problem: string };

export interface ReadOptions {
  /** Told how much of the file has been read, 0 to 1. */
  onProgress?: (share: number) => void;
  slices?: Slices;
}

const MEGABYTE = 1024 * 1024;
const FILE_MAX_MEGABYTES = 50;
export const FILE_MAX_BYTES = FILE_MAX_MEGABYTES * MEGABYTE;

const PASTED_NAME = 'pasted text';

/** A text as a file. */
export const textSource = (text: string, name = PASTED_NAME): CsvSource => {
  const bytes = new TextEncoder().encode(text);
  return { name, size: bytes.length, arrayBuffer: async () => bytes.buffer };
};

const tooLarge = (size: number): string =>
  `The file has ${Math.ceil(size / MEGABYTE)} MB; at most ${FILE_MAX_MEGABYTES} MB can be read. ` +
  'Split it into several files.';

const UNREADABLE =
  'The file could not be read. It may have been moved or changed since it was chosen; choose it again.';

const readBytes = async (source: CsvSource): Promise<Reading<Uint8Array<ArrayBuffer>>> => {
  if (source.size > FILE_MAX_BYTES) return { ok: false, problem: tooLarge(source.size) };
  try {
    const bytes = new Uint8Array(await source.arrayBuffer());
    const problem = bytes.length === 0 ? 'The file is empty.' : notTextProblem(bytes);
    return problem === null ? { ok: true, file: bytes } : { ok: false, problem };
  } catch {
    return { ok: false, problem: UNREADABLE };
  }
};

const noteUsed = ({ cells }: CsvRecord, used: Set<number>): void => {
  for (const [at, cell] of cells.entries()) if (cell !== '' && !used.has(at) && cell.trim() !== '') used.add(at);
};

const readRecords = async (
  source: CsvSource,
  bytes: Uint8Array<ArrayBuffer>,
  { onProgress, slices = pageSlices }: ReadOptions,
): Promise<FileRecords> => {
  const fingerprint = { name: source.name, size: bytes.length, hash: await sha256(bytes) };
  const slice = sliced(slices);
  const encoding = await encodingOf(bytes, slice);
  const reader = recordReader();
  const records: CsvRecord[] = [];
  const usedColumns = new Set<number>();
  const keep = (record: CsvRecord): void => {
    if (records.length > 0) noteUsed(record, usedColumns);
    records.push(record);
  };
  for (const { text, bytesRead } of textPieces(bytes, encoding)) {
    for (const record of reader.read(text)) keep(record);
    onProgress?.(bytesRead / bytes.length);
    if (slice.isOver()) await slice.next();
  }
  for (const record of reader.end()) keep(record);
  return { fingerprint, encoding, delimiter: reader.delimiter(), records, usedColumns };
};

/** The rows of a file or a text, blank ones left out, whatever its encoding, delimiter and line breaks are. */
export const readFile = async (given: CsvSource | string, options: ReadOptions = {}): Promise<Reading<FileRecords>> => {
  const source = typeof given === 'string' ? textSource(given) : given;
  const bytes = await readBytes(source);
  if (!bytes.ok) return bytes;
  try {
    return { ok: true, file: await readRecords(source, bytes.file, options) };
  } catch (error) {
    if (error instanceof UnclosedQuote) return { ok: false, problem: error.message };
    throw error;
  }
};
