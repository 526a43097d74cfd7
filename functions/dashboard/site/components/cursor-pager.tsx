import { counted } from '#functions/dashboard/site/format/words.ts';

interface CursorPagerProps {
  page: { count: number; count_is_exact: boolean; next_cursor: string | null };
  /** What the rows are, such as `call`. */
  noun: string;
  plural?: string;
  /** The cursor of the page that is shown; none for the first one. */
  cursor: string | undefined;
  /** The address of the page that a cursor leads to, null for the first one. */
  addressAt: (cursor: string | null) => string;
}

/** How many rows a list that grows without end has, with links to its newest and to older ones. */
export const CursorPager = ({ page, noun, plural, cursor, addressAt }: CursorPagerProps) => {
  const { count, count_is_exact, next_cursor } = page;
  if (count === 0 && cursor === undefined) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        {!count_is_exact && 'More than '}
        {counted(count, noun, plural)}
      </span>
      {cursor !== undefined && (
        <a class="button plain" href={addressAt(null)}>
          Newest
        </a>
      )}
      {next_cursor !== null && (
        <a class="button plain" href={addressAt(next_cursor)}>
          Older
        </a>
      )}
    </nav>
  );
};
