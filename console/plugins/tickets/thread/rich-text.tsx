import { memo, type ReactNode } from 'react';
import { parseRichText, type Run } from '../model/rich-text.ts';

const render = (run: Run, index: number): ReactNode => {
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
        <a key={index} href={run.href} target="_blank" rel="noopener noreferrer nofollow">
          {run.text}
        </a>
      );
  }
};

/** Message text with the messaging app's formatting, as elements: no HTML of a message is ever interpreted. */
export const RichText = memo(({ text }: { readonly text: string }) => (
  <span className="tk-text">{parseRichText(text).map(render)}</span>
));
