import Button from '@mui/material/Button';
import type { FormEvent, ReactNode } from 'react';
import { useWrongFocus } from '../../shell/form/wrong-focus.ts';
import { usePageTitle } from '../../shell/page-title.ts';

/** A public form: its deed as wide as its fields. */
export const PublicForm = (props: {
  readonly title: string;
  readonly intro: ReactNode;
  readonly deed: string;
  readonly busy: boolean;
  readonly onSubmit: () => unknown;
  readonly children?: ReactNode;
  /** Below the deed. */
  readonly foot?: ReactNode;
  readonly className?: string;
}) => {
  const { title, intro, deed, busy, onSubmit, children, foot, className = '' } = props;
  const { element, tried } = useWrongFocus(busy);
  usePageTitle(title);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    tried();
    onSubmit();
  };
  return (
    <form ref={element} className={`lg-f max-full col gap-20 ${className}`} onSubmit={send} noValidate>
      <div>
        <h2 className="h1">{title}</h2>
        {intro}
      </div>
      {children}
      <Button type="submit" size="large" variant="contained" aria-disabled={busy} aria-busy={busy}>
        {deed}
      </Button>
      {foot}
    </form>
  );
};
