interface FigureProps {
  words: string;
  value: number | string;
  note?: string;
}

/** A number with what it counts, in a list of such. */
export const Figure = ({ words, value, note }: FigureProps) => (
  <div class="figure">
    <dt>{words}</dt>
    <dd>
      <strong>{typeof value === 'number' ? value.toLocaleString('en') : value}</strong>
      {note && <span class="hint"> {note}</span>}
    </dd>
  </div>
);
