import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { DESTINATIONS, destinationFor } from './navigation.ts';

/** The second key of a pair must follow within this time. */
const PAIR_MS = 1_500;

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
};

/** The keys that work on every page, and the list of them. */
export const Shortcuts = () => {
  const { route } = useLocation();
  const [isListed, setListed] = useState(false);
  const pairBefore = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event);
      if (!isOurs || document.querySelector('dialog[open]')) return;
      const isPair = event.timeStamp < pairBefore.current;
      pairBefore.current = event.key === 'g' ? event.timeStamp + PAIR_MS : 0;
      const destination = isPair ? destinationFor(event.key) : undefined;
      if (destination) route(destination.href);
      else if (event.key === '?') setListed(true);
      else if (event.key !== '/' || !focusSearch()) return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [route]);
  if (!isListed) return null;
  return (
    <Dialog title="Keys" onClose={() => setListed(false)}>
      <dl class="keys">
        <Key keys={['?']} does="This list" />
        <Key keys={['/']} does="Search" />
        <Key keys={['Esc']} does="Close, or no" />
        {DESTINATIONS.map(({ key, words }) => (
          <Key key={key} keys={['g', key]} does={words} />
        ))}
      </dl>
    </Dialog>
  );
};

const Key = ({ keys, does }: { keys: string[]; does: string }) => (
  <div>
    <dt>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{does}</dd>
  </div>
);
