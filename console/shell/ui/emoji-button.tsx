import Popover from '@mui/material/Popover';
import { Smile } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useT } from '../i18n.ts';
import { IconButton } from './icon-button.tsx';
import { usePopup } from './use-popup.ts';

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
  const opening = usePopup('dialog');
  const { button, popup } = opening;
  const close = () => {
    opening.close();
    // After the popover has given the focus back to its button.
    setTimeout(() => onClose?.());
  };
  return (
    <>
      <IconButton label={t('shell.emoji')} icon={Smile} small={small} {...button} />
      <Popover
        open={popup.open}
        // Above the whole writer, where there is one: what is being typed stays in sight.
        anchorEl={popup.anchorEl?.closest('[data-writer]') ?? popup.anchorEl}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { className: 'emoji-paper opens-up', role: 'dialog', 'aria-label': t('shell.emoji') },
        }}
      >
        <Suspense fallback={<div className="emoji-wait sk block" />}>
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
