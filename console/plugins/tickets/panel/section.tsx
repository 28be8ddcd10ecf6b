import Button from '@mui/material/Button';
import { type ReactNode, useId } from 'react';
import { useT } from '../../../shell/i18n.ts';

interface Props {
  readonly title: string;
  /** Of what is listed; 0: not said. */
  readonly count?: number;
  /** Stands at the end of the heading's line. */
  readonly action?: ReactNode;
  readonly isPending?: boolean;
  /** Said instead of what there is not, or could not be had. */
  readonly note?: string | undefined;
  readonly retry?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** A part of the contact panel: its heading, how many there are, and what stands for them while there are none. */
export function PanelSection({ title, count = 0, action, isPending = false, note, retry, children }: Props) {
  const t = useT();
  const id = useId();
  return (
    <section className="tk-sec p-12-16-16" aria-labelledby={id}>
      <h3 className="row gap-6 small">
        <span id={id}>{title}</span>
        {count > 0 ? <span className="caption regular subtle num">{count}</span> : null}
        {action}
      </h3>
      {isPending ? <span className="sk late block" style={{ height: 18 }} /> : null}
      {note === undefined ? null : (
        <p className="tk-none small lh-18 subtle" role={retry === undefined ? undefined : 'alert'}>
          {note}{' '}
          {retry === undefined ? null : (
            <Button variant="link" onClick={retry}>
              {t('tickets.failed.retry')}
            </Button>
          )}
        </p>
      )}
      {children}
    </section>
  );
}
