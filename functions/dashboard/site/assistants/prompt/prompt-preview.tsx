import { useId, useMemo } from 'preact/hooks';
import type { AssistantValues } from '#functions/dashboard/site/assistants/assistant-values.ts';
import { ContactSearch } from '#functions/dashboard/site/components/choosing/contact-search.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { Loading } from '#functions/dashboard/site/components/table.tsx';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import type { PromptSubjects } from '#shared/domain/assistant/prompt-variables.ts';
import { emptyWords, isEmpty, type Piece, previewPieces } from './preview-pieces.ts';
import type { Preview } from './use-preview-subjects.ts';

const Shown = ({ piece }: { piece: Piece }) => {
  const { text, variable } = piece;
  if (variable === null) return <>{text}</>;
  if (!isEmpty(piece)) {
    const start = text.startsWith(' ') ? 1 : 0;
    return (
      <>
        {text.slice(0, start)}
        <bdi class="filled">{text.slice(start)}</bdi>
      </>
    );
  }
  return (
    <>
      {text}
      <mark>{emptyWords(variable)}</mark>
    </>
  );
};

interface RenderedProps {
  title: string;
  template: string;
  subjects: PromptSubjects;
  nothing: string;
}

const Rendered = ({ title, template, subjects, nothing }: RenderedProps) => {
  const id = useId();
  const pieces = useMemo(() => previewPieces(template, subjects), [template, JSON.stringify(subjects)]);
  return (
    <figure class="rendered">
      <figcaption id={id}>{title}</figcaption>
      {template === '' ? (
        <p class="hint">{nothing}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has no mouse scrolls it by keys.
        <section class="rendered-text" tabIndex={0} aria-labelledby={id}>
          {pieces.map((piece, at) => (
            <Shown key={at} piece={piece} />
          ))}
        </section>
      )}
    </figure>
  );
};

/** The texts of the form as a call with the chosen contact would have them, saved or not. */
export const PromptPreview = ({ values, preview }: { values: AssistantValues; preview: Preview }) => {
  const { contactId, choose, subjects, problem } = preview;
  return (
    <Section title="Preview">
      <ContactSearch
        label="Contact"
        hint={contactId === null ? 'Without one: a call with somebody who is no contact.' : undefined}
        {...unbound(contactId, choose)}
      />
      {problem && (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      )}
      {subjects === null && problem === null && <Loading />}
      {subjects && (
        <>
          <Rendered
            title="What it says first"
            template={values.first_message}
            subjects={subjects}
            nothing="Nothing fixed: the model finds the first words itself."
          />
          <Rendered
            title="What it is told"
            template={values.system_prompt}
            subjects={subjects}
            nothing="It has no instructions."
          />
        </>
      )}
    </Section>
  );
};
