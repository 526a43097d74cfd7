const NEEDS_QUOTES = /[",]|^\s|\s$/;
/** A quoted tag, or everything up to the next comma. */
const TAG = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/y;

const quoted = (tag: string): string => (NEEDS_QUOTES.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag);

/** Tags with commas between them; a tag that holds one stands in quotes. */
export const tagText = (tags: readonly string[]): string => tags.map(quoted).join(', ');

/** The tags of such a text, each once. */
export const tagsIn = (text: string): string[] => {
  const tags: string[] = [];
  const pattern = new RegExp(TAG);
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (!found) break;
    tags.push(found[1]?.replaceAll('""', '"') ?? found[2]?.trim() ?? '');
  }
  return [...new Set(tags)].filter((tag) => tag !== '');
};
