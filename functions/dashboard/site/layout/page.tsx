import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const PRODUCT = 'Voice calling';

export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
};

interface PageProps {
  title: string;
  /** Beside the heading: what the page is about in a word, such as a status. */
  beside?: ComponentChildren;
  actions?: ComponentChildren;
  /** A link to the list that this page is of. */
  back?: { href: string; words: string };
  children: ComponentChildren;
}

/** Where the focus was before any page was: the first one leaves it there. */
let isFirstPage = true;

/** One page: its title, its heading and its actions. Whoever comes from another page is put at its heading. */
export const Page = ({ title, beside, actions, back, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <main id="main">
      {back && (
        // Named unlike the link of the navigation that leads there too.
        <a class="back" href={back.href} title={back.words}>
          ← Back
        </a>
      )}
      <header class="page-header">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {beside}
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
};

interface SectionProps {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A part of a page, which screen readers list by its heading. */
export const Section = ({ title, actions, children }: SectionProps) => (
  <section class="section" aria-label={title}>
    <header class="section-header">
      <h2>{title}</h2>
      {actions && <div class="section-actions">{actions}</div>}
    </header>
    {children}
  </section>
);
