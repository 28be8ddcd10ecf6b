import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { usePageTitle } from '../page-title.ts';

/**
 * A page's name and what can be done there. Its tabs stand below it; on a phone above, for what a tab brings along would move
 * them from under the finger that chooses among them.
 */
export const PageHeader = ({
  title,
  count,
  tabs,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  readonly tabs?: ReactNode;
  readonly children?: ReactNode;
}) => {
  usePageTitle(title);
  // Their place in the document, which keys and screen readers go by, is that on the screen.
  const areTabsFirst = useMediaQuery('(max-width: 599px)');
  return (
    <>
      {areTabsFirst ? tabs : null}
      <header className="page-head row fixed">
        <h1 className="fixed">{title}</h1>
        {count === undefined ? null : <span className="count">{count}</span>}
        <span className="grow" />
        {children}
      </header>
      {areTabsFirst ? null : tabs}
    </>
  );
};
