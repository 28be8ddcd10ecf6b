import type { ReactNode } from 'react';

export const PageHeader = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  readonly children?: ReactNode;
}) => (
  <header className="page-head row fixed">
    <h1>{title}</h1>
    {count === undefined ? null : <span className="count">{count}</span>}
    <span className="grow" />
    {children}
  </header>
);
