import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { FieldFrame } from '#functions/dashboard/site/components/form/fields.tsx';
import { stepOf } from './combobox-keys.ts';

/** Between the last letter typed and the search for it. */
export const TYPING_PAUSE_MS = 250;

export interface Option {
  id: string;
  words: string;
  /** Tells it from others with the same words. */
  detail?: string | undefined;
}

export interface Found {
  options: readonly Option[];
  /** Matches that are not among the options. */
  further: number;
  /** The options are not yet those of the text. */
  isLoading: boolean;
  /** Why there are no options, where they could not be read. */
  problem: string | null;
}

export interface ComboboxProps {
  label: string;
  name: string;
  hint?: ComponentChildren;
  error: string | null;
  isWide?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** What is chosen, in words; empty where nothing is. */
  chosen: string;
  /** What matches the text that was searched last. */
  found: Found;
  /** What there is one of, such as `contact`. */
  noun: string;
  /** Null while the list is closed: nothing need be searched. */
  onSearch: (text: string | null) => void;
  onChoose: (id: string | null) => void;
}

const useCombobox = ({ found, onSearch, onChoose }: ComboboxProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState<number | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const count = isOpen ? found.options.length : 0;
  // What is typed has a first match, which Enter chooses; an opened list has none until an arrow marks one.
  const active = marked ?? (typed !== null && !found.isLoading && count > 0 ? 0 : null);
  const close = (): void => {
    clearTimeout(pause.current);
    setOpen(false);
    setTyped(null);
    setMarked(null);
    onSearch(null);
  };
  const open = (): void => {
    if (isOpen) return;
    setOpen(true);
    onSearch(typed ?? '');
  };
  const type = (text: string): void => {
    setTyped(text);
    setMarked(null);
    setOpen(true);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(text), TYPING_PAUSE_MS);
    if (text === '') onChoose(null);
  };
  const choose = (id: string): void => {
    onChoose(id);
    close();
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.isComposing ? null : stepOf(event.key, { isOpen, active, count });
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (step.does === 'open') open();
    if (step.does === 'close') close();
    if (step.does === 'activate') setMarked(step.at);
    const option = step.does === 'choose' ? found.options[step.at] : undefined;
    if (option) choose(option.id);
  };
  return { typed, isOpen, active: active !== null && active < count ? active : null, open, close, type, choose, press };
};

const wordsOf = ({ options, further, isLoading, problem }: Found, noun: string): string => {
  if (problem !== null) return problem;
  if (isLoading) return 'Searching…';
  if (options.length === 0) return `No ${noun} matches.`;
  return further > 0 ? `${further.toLocaleString('en')} more match; type more to narrow them down.` : '';
};

interface ListProps {
  id: string;
  options: readonly Option[];
  active: number | null;
  choose: (id: string) => void;
}

const OptionList = ({ id, options, active, choose }: ListProps) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Matches" hidden={options.length === 0} tabIndex={-1}>
      {options.map((option, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: The keys are those of the field, which keeps the focus.
        // biome-ignore lint/a11y/useFocusableInteractive: The field names the option that is active.
        <div
          key={option.id}
          id={`${id}-${at}`}
          class="combobox-option"
          role="option"
          aria-selected={at === active}
          onClick={() => choose(option.id)}
        >
          <span>{option.words}</span> {option.detail && <span class="hint">{option.detail}</span>}
        </div>
      ))}
    </div>
  );
};

/** A field that searches while somebody types, and chooses one of what is found. The focus stays in the field. */
export const Combobox = (props: ComboboxProps) => {
  const { label, name, hint, error, isWide, required, disabled, placeholder, chosen, found, noun } = props;
  const listId = useId();
  const { typed, isOpen, active, open, close, type, choose, press } = useCombobox(props);
  return (
    <FieldFrame label={label} hint={hint} error={error} isWide={isWide ?? false}>
      {(ids) => (
        <div class="combobox">
          <input
            {...ids}
            name={name}
            type="text"
            role="combobox"
            aria-expanded={isOpen && found.options.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
            autocomplete="off"
            spellcheck={false}
            required={required}
            disabled={disabled}
            placeholder={placeholder}
            value={typed ?? chosen}
            onInput={({ currentTarget }) => type(currentTarget.value)}
            onClick={open}
            onKeyDown={press}
            onBlur={close}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: It only keeps the focus in the field. */}
          <div class="combobox-list" hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
            <OptionList id={listId} options={isOpen ? found.options : []} active={active} choose={choose} />
            <p class="hint" role="status">
              {isOpen && wordsOf(found, noun)}
            </p>
          </div>
        </div>
      )}
    </FieldFrame>
  );
};
