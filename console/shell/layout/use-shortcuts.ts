import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Command, passes } from '../plugin.ts';
import { plugins } from '../registry.ts';
import { useSession } from '../session.tsx';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Returns an event as it would be written: 'Ctrl+K', 'Alt+J', '?'. */
export const pressedShortcut = (
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string => {
  // With Alt a Mac writes another character: the key's place tells which one it is.
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const key = letter ?? event.key;
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${key.length === 1 ? key.toUpperCase() : key}`;
};

/** Whether an open dialog or menu has the keys: what lies behind it must not be changed unseen. */
const isCovered = (): boolean =>
  document.querySelector('.MuiModal-root:not(.MuiModal-hidden), [role=dialog][aria-modal=true]') !== null;

export const useCommands = (): readonly Command[] => {
  const session = useSession();
  return plugins
    .flatMap((plugin) => (plugin.commands ?? []) as readonly Command[])
    .filter((command) => passes(command, session))
    .toSorted((a, b) => (a.order ?? 50) - (b.order ?? 50));
};

/** Listens for the shell's own keys and those of plugins' commands; a single character never fires while typing. */
export const useShortcuts = (ownActions: {
  readonly palette: () => void;
  readonly list: () => void;
}): void => {
  const commands = useCommands();
  const navigate = useNavigate();
  const latestActions = useRef({ own: ownActions, commands, navigate });
  latestActions.current = { own: ownActions, commands, navigate };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || isCovered()) return;
      const keys = pressedShortcut(event);
      if (!keys.includes('+') && isTyping(event.target)) return;
      const run =
        keys === 'Ctrl+K'
          ? latestActions.current.own.palette
          : keys === '?'
            ? latestActions.current.own.list
            : latestActions.current.commands.find(
                (command) => command.keys?.toLowerCase() === keys.toLowerCase(),
              )?.run;
      if (run === undefined) return;
      event.preventDefault();
      run((to) => void latestActions.current.navigate(to));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
