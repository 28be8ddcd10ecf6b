import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { useT } from '../i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Whether something is unsaved; a function is asked when somebody is about to leave, for forms that are not drawn at each key. */
type Unsaved = boolean | (() => boolean);
const holds = (isUnsaved: Unsaved): boolean => (typeof isUnsaved === 'boolean' ? isUnsaved : isUnsaved());

/** The browser asks before the page is closed or loaded anew. */
function useUnloadQuestion(isUnsaved: Unsaved): void {
  useEffect(() => {
    if (isUnsaved === false) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (holds(isUnsaved)) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/**
 * Returns whether somebody is held, and what they may do. Whoever would leave a page with something unsaved is held:
 * `leaving` while they are, by another page or by the browser.
 */
export const useLeaving = (isUnsaved: Unsaved) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && holds(isUnsaved),
  );
  useUnloadQuestion(isUnsaved);
  // The question closes after either answer, and the browser's way back takes a moment: held again, it would ask twice.
  const isGoing = useRef(false);
  if (blocker.state === 'unblocked') isGoing.current = false;
  return {
    leaving: blocker.state === 'blocked',
    stay: () => {
      if (blocker.state === 'blocked' && !isGoing.current) blocker.reset();
    },
    leave: () => {
      isGoing.current = true;
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

interface GuardProps {
  readonly isUnsaved: Unsaved;
  /** What else ends with what is discarded: a dialog may outlive the way to another page. */
  readonly onLeave?: () => void;
}

/** Asks before a form is left, by another page or by the browser, with something that is not saved. */
export const LeaveGuard = ({ isUnsaved, onLeave }: GuardProps) => {
  const { leaving, stay, leave } = useLeaving(isUnsaved);
  const discard = () => {
    leave();
    onLeave?.();
  };
  return <LeaveQuestion open={leaving} onStay={stay} onLeave={discard} />;
};

/** Returns what closes a dialog, and the question that stands before it while something is unsaved. */
export const useAskedClose = (isUnsaved: () => boolean, close: () => void) => {
  const [isAsked, setAsked] = useState(false);
  return {
    askClose: () => (isUnsaved() ? setAsked(true) : close()),
    question: <LeaveQuestion open={isAsked} onStay={() => setAsked(false)} onLeave={close} />,
  };
};
