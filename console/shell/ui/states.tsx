import Button from '@mui/material/Button';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api.ts';
import { useT } from '../i18n.ts';
import { errorText } from '../notify.ts';

const Dome = ({ broken = false }: { readonly broken?: boolean }) => (
  <svg
    className="art"
    width="56"
    height="40"
    viewBox="0 0 56 40"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <circle cx="28" cy="6" r="3.5" />
    <path d="M10 30a18 18 0 0 1 36 0" />
    {broken ? <path d="M4 36h19l3-6 4 8 3-6 2 4h17" /> : <path d="M4 36h48M10 30h36M18 24a12 12 0 0 1 6-8" />}
  </svg>
);

/** Nothing here, and what to do next. */
export const EmptyState = ({
  title,
  text,
  action,
  art,
}: {
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
  readonly art?: ReactNode;
}) => (
  <div className="empty col center-x centered gap-4">
    {art ?? <Dome />}
    <h2 className="title lh-24">{title}</h2>
    {text === undefined ? null : <p className="small lh-20 muted">{text}</p>}
    {action === undefined ? null : <div className="row mt-16">{action}</div>}
  </div>
);

/** The reason in words, a way to try again, the code for support. */
export const ErrorState = ({
  error,
  title,
  retry,
}: {
  readonly error: unknown;
  readonly title?: string;
  readonly retry?: () => void;
}) => {
  const t = useT();
  const code = error instanceof ApiError ? error.code : undefined;
  return (
    <div className="empty col center-x centered gap-4" role="alert">
      <Dome broken />
      <h2 className="title lh-24">{title ?? t('shell.error.title')}</h2>
      <p className="small lh-20 muted">{errorText(error)}</p>
      {retry === undefined ? null : (
        <div className="row mt-16">
          <Button variant="contained" onClick={retry}>
            <RotateCw size={16} aria-hidden="true" />
            {t('shell.error.retry')}
          </Button>
        </div>
      )}
      {code === undefined ? null : <p className="mono muted mt-8">{code}</p>}
    </div>
  );
};

/** A page in its final shape while its code comes: the desk is a list beside a conversation, the rest a heading and a table. */
export const PageSkeleton = ({ shape }: { readonly shape: 'desk' | 'table' }) => {
  const t = useT();
  if (shape === 'desk')
    return (
      <div className="sk-desk grid fill late clip" role="status" aria-label={t('shell.loading')}>
        <div>
          {[62, 48, 71, 55, 66, 44, 58, 50].map((width) => (
            <div key={width} className="sk-desk-row grid soft-b px-16">
              <span className="sk" />
              <span className="sk" style={{ width: `${width}%` }} />
              <span className="sk" style={{ width: `${width + 20}%` }} />
            </div>
          ))}
        </div>
        <div />
      </div>
    );
  return (
    <section className="page">
      <div className="page-head row fixed late" aria-hidden="true">
        <span className="sk" style={{ width: 140, height: 20 }} />
      </div>
      <div className="card">
        <SkeletonRows rows={8} />
      </div>
    </section>
  );
};

/** Grey rows in the final shape, shown only when waiting takes longer than 120 ms. */
export const SkeletonRows = ({
  rows = 6,
  height = 48,
}: {
  readonly rows?: number;
  readonly height?: number;
}) => {
  const t = useT();
  return (
    <div className="late" role="status" aria-label={t('shell.loading')}>
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <div key={row} className="row" style={{ height, padding: '0 16px', gap: 24 }}>
          <span className="sk" style={{ width: 120 + ((row * 37) % 60), height: 10 }} />
          <span className="sk" style={{ width: 60, height: 10 }} />
          <span className="sk grow" style={{ height: 10, maxWidth: 320 }} />
        </div>
      ))}
    </div>
  );
};
