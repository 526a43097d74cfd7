interface PagerProps {
  offset: number;
  limit: number;
  count: number;
  /** The address of the page that begins at this row. */
  addressAt: (offset: number) => string;
}

const counted = (count: number): string => count.toLocaleString('en');

/** Which rows of how many are shown, with links to those before and after. */
export const Pager = ({ offset, limit, count, addressAt }: PagerProps) => {
  if (count === 0) return null;
  const last = Math.min(offset + limit, count);
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        {counted(offset + 1)}–{counted(last)} of {counted(count)}
      </span>
      {offset > 0 && (
        <a class="button plain" href={addressAt(Math.max(0, offset - limit))}>
          Previous
        </a>
      )}
      {last < count && (
        <a class="button plain" href={addressAt(offset + limit)}>
          Next
        </a>
      )}
    </nav>
  );
};
