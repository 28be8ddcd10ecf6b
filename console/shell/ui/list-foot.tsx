import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { useT } from '../i18n.ts';
import { type Paged, useNextPage } from '../next-page.ts';

/** The spec's distance from the bottom at which the next page is asked for. */
const nearPx = 100;

interface Props {
  /** How many rows stand above, and what is said of them ('20 de 51'). */
  readonly shown: number;
  readonly text: string;
  /** An infinite query. */
  readonly list: Paged & {
    readonly hasNextPage: boolean;
    /** Rows of the search before stand above: whether they go on nobody knows. */
    readonly isPlaceholderData: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
  };
}

/** The end of a list in a scrolling page: the next page comes by itself as it comes near, or by the button. */
export const ListFoot = ({ shown, text, list }: Props) => {
  const t = useT();
  const foot = useRef<HTMLParagraphElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list;
  const load = useNextPage(list);
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a page left the foot in sight, the next is due
  useEffect(() => {
    if (!waits || foot.current === null) return;
    // Without its own root the margin would be the window's, and the page's box would cut it off.
    const watching = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void load();
      },
      { root: foot.current.closest('.scroll'), rootMargin: `0px 0px ${nearPx}px` },
    );
    watching.observe(foot.current);
    return () => watching.disconnect();
  }, [waits, shown, load]);
  return (
    <p className="foot row px-16 line-t caption subtle" ref={foot}>
      <span>{text}</span>
      <span className="grow" />
      {isFetchingNextPage || isPlaceholderData ? (
        t('shell.loading')
      ) : hasNextPage ? (
        <Button size="small" onClick={() => void load()}>
          {t(isFetchNextPageError ? 'shell.error.retry' : 'shell.list.more')}
        </Button>
      ) : (
        t('shell.list.end')
      )}
    </p>
  );
};
