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

/** What may be unsaved now: a page, and dialogs over it. A router asks only the blocker that came last, which asks for all. */
const parts = new Set<{ readonly current: () => boolean }>();

/** Returns whether anything is unsaved on the screen, this part included as long as it is there. */
function useParts(isUnsaved: () => boolean): () => boolean {
  const part = useRef(isUnsaved);
  useEffect(() => {
    part.current = isUnsaved;
  });
  useEffect(() => {
    parts.add(part);
    return () => void parts.delete(part);
  }, []);
  return () => [...parts].some(({ current }) => current());
}

/**
 * Returns whether somebody is held, and what they may do. Whoever would leave a page with something unsaved is held:
 * `leaving` while they are, by another page or by the browser. @param isSaving what is being saved may lead elsewhere itself
 */
export const useLeaving = (isUnsaved: Unsaved, isSaving = false) => {
  const isAnyUnsaved = useParts(() => !isSaving && holds(isUnsaved));
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isAnyUnsaved(),
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
  readonly isSaving?: boolean;
  /** What else ends with what is discarded: a dialog may outlive the way to another page. */
  readonly onLeave?: () => void;
}

/** Asks before a form is left, by another page or by the browser, with something that is not saved. */
export const LeaveGuard = ({ isUnsaved, isSaving = false, onLeave }: GuardProps) => {
  const { leaving, stay, leave } = useLeaving(isUnsaved, isSaving);
  const discard = () => {
    onLeave?.();
    leave();
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
