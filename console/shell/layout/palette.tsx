import Dialog from '@mui/material/Dialog';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { plainText } from '../../../domain/text/plain.ts';
import { useT } from '../i18n.ts';
import { notifyError } from '../notify.ts';
import { type PaletteHit, passes } from '../plugin.ts';
import { plugins } from '../registry.ts';
import { useSession } from '../session.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { type Choice, PaletteList } from './palette-list.tsx';
import { useMenu } from './use-menu.ts';
import { pressedShortcut, useCommands } from './use-shortcuts.ts';

/** What a provider found; its place keeps the groups in their order, whoever answers first. */
interface Hit {
  readonly place: number;
  readonly group: string;
  readonly hit: PaletteHit;
}

const waitMs = 200;
const fewest = 2;

/** Returns what plugins find, as it comes. */
function useHits(text: string): readonly Hit[] {
  const t = useT();
  const session = useSession();
  const [hits, setHits] = useState<readonly Hit[]>([]);
  useEffect(() => {
    setHits([]);
    if (text.trim().length < fewest) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const providers = plugins
        .flatMap((plugin) => plugin.palette ?? [])
        .filter((provider) => passes(provider, session))
        .toSorted((one, other) => one.order - other.order);
      providers.forEach((provider, place) => {
        provider
          .search(text.trim(), stop.signal)
          .then((found) =>
            setHits((held) =>
              [...held, ...found.map((hit) => ({ place, group: t(provider.label), hit }))].sort(
                (one, other) => one.place - other.place,
              ),
            ),
          )
          .catch((error: unknown) => {
            if (!stop.signal.aborted) notifyError(error);
          });
      });
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, session, t]);
  return hits;
}

/** Returns what is offered for a text, by kind. */
function useChoices(text: string): readonly Choice[] {
  const t = useT();
  const navigate = useNavigate();
  const session = useSession();
  const menu = useMenu();
  const commands = useCommands();
  const hits = useHits(text);
  const { timeZone } = session.user.company;
  return useMemo((): readonly Choice[] => {
    const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', timeZone });
    // Two of the same name are told apart by how they stand, where, and since when.
    const hintOf = ({ state, hint, at: last }: PaletteHit) =>
      [state && t(state), hint, last && day.format(new Date(last))].filter(Boolean).join(' · ');
    const wanted = plainText(text.trim());
    const fits = (title: string) => plainText(title).includes(wanted);
    return [
      ...hits.map(({ group, hit }) => ({
        id: hit.id,
        group,
        title: hit.title,
        face: hit.avatar ? (
          <Avatar {...hit.avatar} size={24} />
        ) : hit.icon ? (
          <hit.icon size={18} className="i" />
        ) : undefined,
        hint: hintOf(hit),
        color: hit.color,
        run: () => void navigate(hit.to),
      })),
      ...commands
        .map((command) => ({
          id: command.id,
          group: t('shell.palette.commands'),
          title: t(command.label),
          face: command.icon && <command.icon size={18} className="i" />,
          ...(command.keys && { keys: command.keys }),
          run: () => command.run((to) => void navigate(to)),
        }))
        .filter((choice) => fits(choice.title)),
      ...menu
        .map((entry) => ({
          id: entry.id,
          group: t('shell.palette.pages'),
          title: t(entry.label),
          face: <entry.icon size={18} className="i" />,
          run: () => void navigate(entry.to),
        }))
        .filter((choice) => fits(choice.title)),
    ];
  }, [text, hits, commands, menu, navigate, timeZone, t]);
}

/** Pages, commands and, from two characters on, what plugins find. */
export const Palette = ({ close }: { readonly close: () => void }) => {
  const t = useT();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const choices = useChoices(text);
  const currentIndex = Math.min(at, Math.max(0, choices.length - 1));

  const run = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    close();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt(
        (currentIndex + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % Math.max(1, choices.length),
      );
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(choices[currentIndex]);
    } else if (pressedShortcut(event) === 'Ctrl+K') {
      event.preventDefault();
      close();
    }
  };
  return (
    <Dialog
      open
      onClose={close}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      // On the paper, which is the dialog: the framework names it by a title there is none of.
      slotProps={{ paper: { 'aria-label': t('shell.palette.open') } }}
    >
      <div className="cmd-in row gap-10 fixed px-16 line-b title">
        <Search className="i subtle" size={18} aria-hidden="true" />
        <input
          autoFocus
          className="grow"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={choices.length > 0 ? `${id}-${currentIndex}` : undefined}
          aria-label={t('shell.palette.open')}
          placeholder={t('shell.palette.open')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className="wide-only">Esc</kbd>
        {/* A phone has no such key. */}
        <IconButton className="phone-only" label={t('shell.close')} icon={X} onClick={close} />
      </div>
      <PaletteList
        id={id}
        choices={choices}
        search={text.trim()}
        current={currentIndex}
        onCurrent={setAt}
        onRun={run}
      />
    </Dialog>
  );
};
