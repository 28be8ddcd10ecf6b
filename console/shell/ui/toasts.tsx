import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { translate, useT } from '../i18n.ts';
import { dismiss, type Toast, useToasts } from '../notify.ts';

const looks = {
  success: ['c-ok', CircleCheck],
  info: ['c-info', Info],
  error: ['c-err', CircleAlert],
} as const;

/** A pointer that rests here this long has been left here. */
const RESTS_MS = 10_000;

/**
 * Whether a pointer that moves, or the focus, keeps the toast from going. One that only lies where the toast came up (its
 * owner has just pressed something there) reads nothing, and neither does one that was left there.
 */
const useHeld = () => {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const from = useRef<string>(undefined);
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => {
    clearTimeout(restTimer.current);
    from.current = undefined;
    setPointed(false);
  };
  useEffect(() => () => clearTimeout(restTimer.current), []);
  const place = ({ clientX, clientY }: PointerEvent) => `${clientX} ${clientY}`;
  return {
    held: pointed || focused,
    on: {
      onPointerEnter: (event: PointerEvent) => {
        from.current = place(event);
      },
      onPointerMove: (event: PointerEvent) => {
        // Browsers tell of a move when only the page moved under the pointer.
        if (from.current === place(event)) return;
        from.current = place(event);
        clearTimeout(restTimer.current);
        restTimer.current = setTimeout(leave, RESTS_MS);
        setPointed(true);
      },
      onPointerLeave: leave,
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
};

const Item = ({ toast }: { readonly toast: Toast }) => {
  const t = useT();
  const { held, on } = useHeld();
  useEffect(() => {
    if (held || toast.stays === undefined) return;
    const timer = setTimeout(() => dismiss(toast.id), toast.stays);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.stays]);
  const [tone, Icon] = looks[toast.kind];
  const isFull = toast.actions.length > 1;
  return (
    <div
      className={`toast row gap-10 small lh-18 ${tone}`}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      {...on}
    >
      <Icon className="i" size={18} aria-hidden="true" />
      {/* On a phone several deeds stand below what is said: beside it they left it a word a line. */}
      <div className={`row gap-10 grow end ${isFull ? 'phone-wrap' : ''}`}>
        <span className={`grow anywhere ${isFull ? 'phone-line' : ''}`}>{toast.text}</span>
        {toast.actions.map((action) => (
          <Button
            key={action.label}
            size="small"
            variant={action.primary ? 'tonal' : 'text'}
            onClick={() => {
              dismiss(toast.id);
              action.run();
            }}
          >
            {translate(action.label, { _: action.label })}
          </Button>
        ))}
      </div>
      <IconButton size="small" aria-label={t('shell.close')} onClick={() => dismiss(toast.id)}>
        <X size={16} />
      </IconButton>
    </div>
  );
};

/** Beside the page, for a dialog makes all of that pale and silent. */
export const Toasts = () => {
  const toasts = useToasts();
  const place = useRef<HTMLDivElement>(null);
  // It silences what stands beside the page as well: what comes up while it is open must be heard.
  useLayoutEffect(() => {
    if (toasts.length > 0) place.current?.removeAttribute('aria-hidden');
  }, [toasts]);
  return createPortal(
    <div className="toasts col gap-8" ref={place}>
      {toasts.map((toast) => (
        <Item key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  );
};
