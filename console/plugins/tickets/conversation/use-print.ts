import { useEffect } from 'react';

interface Pages {
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<{ readonly hasNextPage: boolean; readonly isError: boolean }>;
}

/** Some thousand messages: beyond them the page says on paper that there are older ones. */
const MOST_PAGES = 50;

/** Dark ink on paper, also for who prints with the browser's own keys. */
const useLightPaper = (): void =>
  useEffect(() => {
    const { dataset } = document.documentElement;
    let own: string | undefined;
    const before = () => {
      own = dataset.theme;
      if (own === 'dark') dataset.theme = 'light';
    };
    const after = () => {
      if (own === 'dark' && dataset.theme === 'light') dataset.theme = own;
      own = undefined;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      after();
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);

/** Returns what loads the older pages and opens the browser's print dialog, which writes PDFs too. */
export function usePrint({ hasNextPage, fetchNextPage }: Pages): () => Promise<void> {
  useLightPaper();
  return async () => {
    let more = hasNextPage;
    for (let page = 0; more && page < MOST_PAGES; page += 1) {
      const got = await fetchNextPage();
      more = got.hasNextPage && !got.isError;
    }
    // Once what came last has been drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
}
