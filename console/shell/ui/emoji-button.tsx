import Popover from '@mui/material/Popover';
import { Smile } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../i18n.ts';
import { IconButton } from './icon-button.tsx';

const Panel = lazy(() => import('./emoji-panel.tsx').then((module) => ({ default: module.EmojiPanel })));

interface Props {
  readonly onPick: (emoji: string) => void;
  /** Closed, with an emoji or without: the focus goes back to the text. */
  readonly onClose?: () => void;
  readonly small?: boolean;
}

/** Opens the picker, which loads when it is first asked for. */
export const EmojiButton = ({ onPick, onClose, small = false }: Props) => {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    setAnchor(null);
    // After the popover has given the focus back to its button.
    setTimeout(() => onClose?.());
  };
  return (
    <>
      <IconButton
        label={t('shell.emoji')}
        icon={Smile}
        small={small}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Popover
        open={anchor !== null}
        // Above the whole writer, where there is one: what is being typed stays in sight.
        anchorEl={anchor?.closest('[data-writer]') ?? anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { className: 'emoji-paper opens-up', role: 'dialog', 'aria-label': t('shell.emoji') },
        }}
      >
        <Suspense fallback={<div className="emoji-wait sk" />}>
          <Panel
            onPick={(emoji) => {
              onPick(emoji);
              close();
            }}
          />
        </Suspense>
      </Popover>
    </>
  );
};
