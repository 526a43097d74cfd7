export interface ListState {
  isOpen: boolean;
  /** Place of the option that Enter chooses; null where there is none. */
  active: number | null;
  /** How many options are shown. */
  count: number;
}

type Step =
  | { does: 'open' }
  | { does: 'close' }
  | { does: 'activate'; at: number }
  | { does: 'choose'; at: number }
  /** The key belongs to the list, but has nothing to do now. */
  | { does: 'nothing' };

const moved = ({ active, count }: ListState, by: 1 | -1): Step => {
  if (count === 0) return { does: 'nothing' };
  if (active === null) return { does: 'activate', at: by === 1 ? 0 : count - 1 };
  return { does: 'activate', at: (active + by + count) % count };
};

const chosen = ({ active }: ListState): Step =>
  active === null ? { does: 'nothing' } : { does: 'choose', at: active };

/** What a key does with the list of a combobox; null where it is none of its keys and does what it always does. */
export const stepOf = (key: string, list: ListState): Step | null => {
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
  if (!list.isOpen) return isArrow ? { does: 'open' } : null;
  if (isArrow) return moved(list, key === 'ArrowDown' ? 1 : -1);
  if (key === 'Enter') return chosen(list);
  return key === 'Escape' ? { does: 'close' } : null;
};
