interface Listed {
  id: string;
}

interface ListPage<Row> {
  contacts: readonly Row[];
  count: number;
}

/**
 * Reads a list page by page, each row once: where contacts are added meanwhile, those after them move on by as many
 * places, and the next page begins with rows that were read.
 */
export const pagesOf = <Row extends Listed>(readAt: (offset: number) => Promise<ListPage<Row>>) => {
  let offset = 0;
  let seen = new Set<string>();
  /** The rows that follow; none at the end. `read`: how many there were so far, 0 to begin anew. */
  return async (read: number): Promise<{ rows: Row[]; count: number }> => {
    if (read === 0) {
      offset = 0;
      seen = new Set();
    }
    for (;;) {
      const { contacts, count } = await readAt(offset);
      const rows = contacts.filter(({ id }) => !seen.has(id));
      offset += contacts.length;
      for (const { id } of rows) seen.add(id);
      if (rows.length > 0 || contacts.length === 0) return { rows, count };
    }
  };
};
