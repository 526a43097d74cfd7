interface ProgressProps {
  label: string;
  value: number;
  max: number;
}

/** How much of something is done. */
export const Progress = ({ label, value, max }: ProgressProps) => (
  <progress aria-label={label} value={value} max={Math.max(max, 1)}>
    {value} of {max}
  </progress>
);
