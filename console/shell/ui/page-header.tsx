import type { ReactNode } from 'react';
import { usePageTitle } from '../page-title.ts';

export const PageHeader = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  readonly children?: ReactNode;
}) => {
  usePageTitle(title);
  return (
    <header className="page-head row fixed">
      <h1 className="fixed">{title}</h1>
      {count === undefined ? null : <span className="count">{count}</span>}
      <span className="grow" />
      {children}
    </header>
  );
};
