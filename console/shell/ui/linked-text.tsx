import { linkPieces } from '../links.ts';

/** A text of people whose addresses can be followed, in a page of their own. */
export const LinkedText = ({ text }: { readonly text: string }) =>
  linkPieces(text).map(({ text: piece, href }, at) =>
    href === undefined ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in its order
      <a key={at} className="underlined" href={href} target="_blank" rel="noopener noreferrer">
        {piece}
      </a>
    ),
  );
