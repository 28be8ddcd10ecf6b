import { highlight } from '../highlight.ts';

/** A text with what the search found in it marked. */
export const Marked = ({ text, search }: { readonly text: string; readonly search: string }) => {
  if (search === '') return text;
  let at = 0;
  return highlight(text, search).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.hit ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
};
