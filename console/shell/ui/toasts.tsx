import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { translate, useT } from '../i18n.ts';
import { dismiss, type Toast, useToasts } from '../notify.ts';

const looks = {
  success: ['c-ok', CircleCheck],
  info: ['c-info', Info],
  error: ['c-err', CircleAlert],
} as const;

const Item = ({ toast }: { readonly toast: Toast }) => {
  const t = useT();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(toast.id), toast.stays);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.stays]);
  const [tone, Icon] = looks[toast.kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role; pointer and focus only keep it from going
    <div
      className={`toast ${tone}`}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className="i" size={18} aria-hidden="true" />
      <span className="grow">{toast.text}</span>
      {toast.actions.map((action) => (
        <button
          key={action.label}
          type="button"
          className={`btn btn-sm ${action.primary ? 'btn-tonal' : 'btn-text'}`}
          onClick={() => {
            dismiss(toast.id);
            action.run();
          }}
        >
          {translate(action.label, { _: action.label })}
        </button>
      ))}
      <button
        type="button"
        className="ib ib-sm"
        aria-label={t('shell.close')}
        onClick={() => dismiss(toast.id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
};

export const Toasts = () => (
  <div className="toasts">
    {useToasts().map((toast) => (
      <Item key={toast.id} toast={toast} />
    ))}
  </div>
);
