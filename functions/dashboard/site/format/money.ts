const CENT = 0.01;

/** US dollars as they are charged: `$1.25`, and `$0.0042` where cents would hide it. */
export const shownUsd = (amount: string): string => {
  const value = Number(amount);
  if (!Number.isFinite(value)) return amount;
  const decimals = value !== 0 && Math.abs(value) < CENT ? 4 : 2;
  return `$${value.toFixed(decimals)}`;
};
