/** The largest page that lists of the API give. */
export const LIST_PAGE_ROWS = 200;

export interface ListPage<Row> {
  rows: readonly Row[];
  count: number;
}

/** Every row of a list, page after page. `onProgress` is told how many are read, of how many. */
export const readAll = async <Row>(
  readPage: (offset: number) => Promise<ListPage<Row>>,
  onProgress: (read: number, count: number) => void = () => undefined,
): Promise<Row[]> => {
  const all: Row[] = [];
  for (;;) {
    const { rows, count } = await readPage(all.length);
    all.push(...rows);
    onProgress(all.length, Math.max(count, all.length));
    if (rows.length === 0 || all.length >= count) return all;
  }
};
