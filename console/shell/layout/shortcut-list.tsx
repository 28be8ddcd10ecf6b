import Dialog from '@mui/material/Dialog';
import { X } from 'lucide-react';
import { useT } from '../i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useCommands } from './use-shortcuts.ts';

/** Every key there is, by what it does. */
export const ShortcutList = ({ close }: { readonly close: () => void }) => {
  const t = useT();
  const rows = [
    { label: t('shell.shortcuts.palette'), keys: 'Ctrl+K' },
    ...useCommands().flatMap((command) =>
      command.keys ? [{ label: t(command.label), keys: command.keys }] : [],
    ),
    { label: t('shell.shortcuts.close'), keys: 'Esc' },
    { label: t('shell.shortcuts.list'), keys: '?' },
  ];
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby="shortcuts-title"
      slotProps={{ paper: { sx: { width: 440 } } }}
    >
      <header className="row" style={{ padding: '18px 16px 8px 24px' }}>
        <h2
          id="shortcuts-title"
          className="grow"
          style={{ fontSize: 18, lineHeight: '24px', fontWeight: 600, margin: 0 }}
        >
          {t('shell.shortcuts')}
        </h2>
        <IconButton label={t('shell.close')} icon={X} onClick={close} />
      </header>
      <dl style={{ margin: 0, padding: '0 24px 20px' }}>
        {rows.map((row) => (
          <div
            key={`${row.keys} ${row.label}`}
            className="row"
            style={{ minHeight: 40, borderTop: '1px solid var(--border-soft)' }}
          >
            <dt className="grow">{row.label}</dt>
            <dd className="row" style={{ gap: 4 }}>
              {row.keys.split('+').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
