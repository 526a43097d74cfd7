/**
 * Requests name resources by place holders, so that the same seed makes the same requests although ids differ from run to
 * run. They are replaced by ids that earlier answers brought.
 */

const PLACE_HOLDER = /⟪(\w+)(?:\.(\w+))?:(\d+)⟫/g;
/** A number for sale must look like one, or it would break a rule itself. */
const SALE_PLACE_HOLDER = /\+1999000(\d{4})/g;
const DELETABLE = 'asst|comp|cont|camp|num|call|key|dlv|sess|act';
const ID = new RegExp(`^(team|acct|${DELETABLE})_[0-9A-Za-z]+$`);
const ID_IN_TEXT = new RegExp(`\\b(${DELETABLE})_[0-9A-Za-z]+`, 'g');
/** Fields without an id, by what fills them. */
const KIND_OF_FIELD: Record<string, string> = {
  accountSlug: 'slug',
  phoneNumber: 'sale',
  token: 'token',
  code: 'code',
  cursor: 'cursor',
};
/** Of a kind; older ones are forgotten, deleted ones among them. */
const KEPT = 12;
/** Looks like an id, and is nobody's. */
const NOBODYS = '01JNB4Q8Z6W20000000000000';

/** The kind of thing that an example names, such as `camp`. */
export const kindOfExample = (name: string, example: unknown): string | undefined => {
  if (Object.hasOwn(KIND_OF_FIELD, name)) return KIND_OF_FIELD[name];
  return typeof example === 'string' ? ID.exec(example)?.[1] : undefined;
};

/** With a status it stands for one that had it when it was seen last, if there is any. */
export const placeHolder = (kind: string, at: number, status?: string): string => {
  if (kind === 'sale') return `+1999000${String(at).padStart(4, '0')}`;
  return status === undefined ? `⟪${kind}:${at}⟫` : `⟪${kind}.${status}:${at}⟫`;
};

export const hasPlaceHolder = (text: string): boolean => text.search(PLACE_HOLDER) >= 0;

export class RealIds {
  readonly #known = new Map<string, string[]>();
  readonly #statuses = new Map<string, string>();
  readonly #secret: readonly string[];

  /** Ids that no request may name, such as the key that all requests use. */
  constructor(secret: readonly string[]) {
    this.#secret = secret;
  }

  add(kind: string, id: string): void {
    const known = this.#known.get(kind) ?? [];
    if (known.includes(id) || this.#secret.includes(id)) return;
    this.#known.set(kind, [...known, id].slice(-KEPT));
  }

  /** Takes every id out of an answer. */
  learn(answer: unknown, name = ''): void {
    if (typeof answer === 'string') {
      const kind = ID.exec(answer)?.[1];
      if (kind) this.add(kind, answer);
      if (name === 'phoneNumber') this.add('sale', answer);
      if (name === 'next_cursor') this.add('cursor', answer);
    } else if (answer !== null && typeof answer === 'object') {
      if ('id' in answer && 'status' in answer) this.#statuses.set(String(answer.id), String(answer.status));
      for (const [key, each] of Object.entries(answer)) this.learn(each, key);
    }
  }

  /** Ids that a text names, because they are no longer there. */
  forget(text: string): void {
    for (const [id, kind = ''] of text.matchAll(ID_IN_TEXT)) {
      const known = this.#known.get(kind) ?? [];
      this.#known.set(
        kind,
        known.filter((each) => each !== id),
      );
    }
  }

  /** The text with real ids in it. */
  fill(text: string): string {
    return text
      .replace(PLACE_HOLDER, (_, kind: string, status: string | undefined, at: string) => {
        return this.#at(kind, at, status) ?? `${kind}_${NOBODYS}`;
      })
      .replace(SALE_PLACE_HOLDER, (whole, at: string) => this.#at('sale', at) ?? whole);
  }

  #at(kind: string, at: string, status?: string): string | undefined {
    const known = this.#known.get(kind) ?? [];
    const wanted = known.filter((id) => status !== undefined && this.#statuses.get(id) === status);
    const chosen = wanted.length > 0 ? wanted : known;
    return chosen[Number(at) % chosen.length];
  }
}
