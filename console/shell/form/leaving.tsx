import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useT } from '../i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/**
 * Returns whether somebody is held, and what they may do. Whoever would leave a page with something unsaved is held:
 * `leaving` while they are, by another page or by the browser.
 */
export const useLeaving = (isUnsaved: boolean) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return {
    leaving: blocker.state === 'blocked',
    stay: () => {
      if (blocker.state === 'blocked') blocker.reset();
    },
    leave: () => {
      if (blocker.state === 'blocked') blocker.proceed();
    },
  };
};

interface QuestionProps {
  readonly open: boolean;
  /** What is not saved, where there is more to say than that. */
  readonly text?: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export const LeaveQuestion = ({ open, text, onStay, onLeave }: QuestionProps) => {
  const t = useT();
  return (
    <ConfirmDialog
      open={open}
      title={t('shell.leave.title')}
      text={text ?? t('shell.leave.text')}
      action={t('shell.discard')}
      onClose={onStay}
      onConfirm={onLeave}
    />
  );
};

/** Asks before a form on a page is left with something that is not saved. */
export const LeaveGuard = ({ isUnsaved }: { readonly isUnsaved: boolean }) => {
  const { leaving, stay, leave } = useLeaving(isUnsaved);
  return <LeaveQuestion open={leaving} onStay={stay} onLeave={leave} />;
};
