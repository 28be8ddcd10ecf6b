import TextareaAutosize from '@mui/material/TextareaAutosize';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { KeyboardEvent, RefObject } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { PHONE } from '../ticket/widths.ts';
import type { AttachedFilesState } from './use-attached.ts';
import type { QuickReplies } from './use-quick-replies.ts';

interface Props {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** A new message, which takes files; not an edit. */
  readonly isNew: boolean;
  readonly attached: AttachedFilesState;
  readonly replies: QuickReplies;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The text of a message. Files that are pasted are attached; quick replies are chosen from here. */
export function WriterField({ field, text, setText, isNew, attached, replies, onKeyDown }: Props) {
  const t = useT();
  const phone = useMediaQuery(PHONE);
  const placeholder =
    attached.files.length > 0
      ? 'caption'
      : !isNew
        ? 'placeholder'
        : phone
          ? 'placeholderPhone'
          : 'placeholderQuick';
  return (
    <TextareaAutosize
      ref={field}
      className="tk-cp-text block full message"
      dir="auto"
      maxRows={5}
      value={text}
      aria-label={t('tickets.composer.label')}
      placeholder={t(`tickets.composer.${placeholder}`)}
      enterKeyHint="send"
      {...(replies.open && {
        'aria-autocomplete': 'list' as const,
        'aria-controls': `${replies.id}-list`,
        'aria-activedescendant': replies.matches.length > 0 ? `${replies.id}-${replies.at}` : undefined,
      })}
      onChange={(event) => setText(event.target.value)}
      onPaste={(event) => {
        const { files, types } = event.clipboardData;
        // Cells of a spreadsheet come as text and as a picture of themselves: the text is meant.
        const pictured = types.includes('text/plain') && types.includes('text/html');
        if (files.length === 0 || pictured || !isNew) return;
        event.preventDefault();
        attached.add(files);
      }}
      onKeyDown={onKeyDown}
      onFocus={replies.prepare}
      onBlur={replies.close}
    />
  );
}
