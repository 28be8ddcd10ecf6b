import Dialog from '@mui/material/Dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { plain } from '../../../domain/text/plain.ts';
import { useT } from '../i18n.ts';
import { notifyError } from '../notify.ts';
import { type PaletteHit, passes } from '../plugin.ts';
import { plugins } from '../registry.ts';
import { useSession } from '../session.tsx';
import { useMenu } from './use-menu.ts';
import { useCommands } from './use-shortcuts.ts';

interface Choice {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly run: () => void;
}

const waitMs = 200;
const fewest = 2;

/** Pages, commands and, from two characters on, what plugins find. */
export const Palette = ({ close }: { readonly close: () => void }) => {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const session = useSession();
  const menu = useMenu();
  const commands = useCommands();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [hits, setHits] = useState<readonly { readonly group: string; readonly hit: PaletteHit }[]>([]);

  useEffect(() => {
    setHits([]);
    if (text.trim().length < fewest) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const providers = plugins
        .flatMap((plugin) => plugin.palette ?? [])
        .filter((provider) => passes(provider, session));
      for (const provider of providers)
        provider
          .search(text.trim(), stop.signal)
          .then((found) =>
            setHits((held) => [...held, ...found.map((hit) => ({ group: t(provider.label), hit }))]),
          )
          .catch((error: unknown) => {
            if (!stop.signal.aborted) notifyError(error);
          });
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, session, t]);

  const choices = useMemo((): readonly Choice[] => {
    const wanted = plain(text.trim());
    const fits = (title: string) => plain(title).includes(wanted);
    return [
      ...hits.map(({ group, hit }) => ({
        id: hit.id,
        group,
        title: hit.title,
        ...(hit.hint && { hint: hit.hint }),
        run: () => void navigate(hit.to),
      })),
      ...commands
        .map((command) => ({
          id: command.id,
          group: t('shell.palette.commands'),
          title: t(command.label),
          ...(command.keys && { keys: command.keys }),
          run: () => command.run((to) => void navigate(to)),
        }))
        .filter((choice) => fits(choice.title)),
      ...menu
        .map((entry) => ({
          id: entry.id,
          group: t('shell.palette.pages'),
          title: t(entry.label),
          run: () => void navigate(entry.to),
        }))
        .filter((choice) => fits(choice.title)),
    ];
  }, [text, hits, commands, menu, navigate, t]);
  const current = Math.min(at, Math.max(0, choices.length - 1));

  const run = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    close();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt((current + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % Math.max(1, choices.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(choices[current]);
    }
  };
  const option = (index: number) => `${id}-${index}`;
  return (
    <Dialog
      open
      onClose={close}
      aria-label={t('shell.palette.open')}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: { width: 560 } } }}
    >
      <div className="cmd-in">
        <Search className="i" size={18} aria-hidden="true" />
        <input
          autoFocus
          className="grow"
          style={{ border: 0, outline: 0, background: 'none' }}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={choices.length > 0 ? option(current) : undefined}
          aria-label={t('shell.palette.open')}
          placeholder={t('shell.palette.open')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('shell.palette.open')}
        className="scroll"
        style={{ maxHeight: 380, padding: 8 }}
      >
        {choices.length === 0 ? (
          <p className="muted" style={{ padding: 16 }}>
            {t('shell.palette.empty')}
          </p>
        ) : null}
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus (aria-activedescendant)
          <div
            key={`${choice.group} ${choice.id}`}
            id={option(index)}
            role="option"
            aria-selected={index === current}
            className="row"
            style={{
              minHeight: 40,
              padding: '0 12px',
              borderRadius: 8,
              cursor: 'pointer',
              background: index === current ? 'var(--accent-soft)' : undefined,
            }}
            onPointerMove={() => setAt(index)}
            onClick={() => run(choice)}
          >
            <span className="grow trunc">{choice.title}</span>
            <span className="subtle" style={{ fontSize: 12 }}>
              {choice.hint ?? choice.group}
            </span>
            {choice.keys?.split('+').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
};
