import { memo, type ReactNode, useState } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { parseRichText, type Run } from './parse-rich-text.ts';

function render(run: Run, index: number): ReactNode {
  switch (run.kind) {
    case 'text':
      return run.text;
    case 'bold':
      return <strong key={index}>{run.runs.map(render)}</strong>;
    case 'italic':
      return <em key={index}>{run.runs.map(render)}</em>;
    case 'strike':
      return <s key={index}>{run.runs.map(render)}</s>;
    case 'code':
      return <code key={index}>{run.text}</code>;
    case 'block':
      return <pre key={index}>{run.text}</pre>;
    case 'link':
      return (
        <a
          className="underlined"
          key={index}
          href={run.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {run.text}
        </a>
      );
  }
}

/** Characters of a message that are shown before anybody asks for more: a screen or two. */
const SHOWN = 4_000;

/** Returns the beginning of a long text, never half of a pair. */
const beginning = (text: string): string => text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '');

/** Message text with the messaging app's formatting, as elements: no HTML of a message is ever interpreted. */
export const RichText = memo(({ text }: { readonly text: string }) => {
  const t = useT();
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN;
  return (
    // What is written from right to left is: its full stops, and what else has no direction of its own, stand at its end.
    <span className="tk-text pre" dir="auto">
      {parseRichText(cut ? beginning(text) : text).map(render)}
      {cut ? (
        <>
          {'… '}
          <button type="button" className="tk-dotted" onClick={() => setWhole(true)}>
            {t('tickets.message.more')}
          </button>
        </>
      ) : null}
    </span>
  );
});
