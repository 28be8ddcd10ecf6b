import { Paperclip, Zap } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { Slot } from '../../../shell/slot.tsx';
import { EmojiButton } from '../../../shell/ui/emoji-button.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';

interface Props {
  readonly ticket: TicketView;
  readonly text: string;
  readonly onFiles: (files: FileList | null) => void;
  readonly insert: (text: string) => void;
  readonly clear: () => void;
  readonly onQuick: () => void;
  readonly onDone: () => void;
}

/**
 * A press leaves the focus where it is: on a phone the composer grows with the focus, and the button would have moved
 * away from under the finger before it is lifted.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** What may be put into a message besides what is typed. */
export function WriterTools({ ticket, text, onFiles, insert, clear, onQuick, onDone }: Props) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the pointer from moving the focus */}
      <div className="tk-cp-tools flex gap-2" onMouseDown={keepFocus}>
        <IconButton
          label={t('tickets.composer.attach')}
          icon={Paperclip}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-hidden="true"
          tabIndex={-1}
          onChange={(event) => {
            onFiles(event.target.files);
            event.target.value = '';
            onDone();
          }}
        />
        <IconButton
          className="wide-only"
          label={t('tickets.quick.button')}
          icon={Zap}
          onClick={() => {
            onQuick();
            onDone();
          }}
        />
        <Slot name="composer.tool" props={{ ticket, text, insert, clear }} />
      </div>
      {/* On a phone in the field's end: the field has the width. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the pointer from moving the focus */}
      <div className="tk-cp-emoji" onMouseDown={keepFocus}>
        <EmojiButton onPick={insert} onClose={onDone} />
      </div>
    </>
  );
}
