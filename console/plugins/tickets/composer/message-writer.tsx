import TextareaAutosize from '@mui/material/TextareaAutosize';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Mic } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { stored } from '../../../shell/storage.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import type { Writing } from '../message/use-message-actions.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { signed } from '../ticket/signature.ts';
import { PHONE } from '../ticket/widths.ts';
import { AttachedFiles } from './attached-files.tsx';
import { ComposerStatus } from './composer-status.tsx';
import { outgoing } from './outgoing.ts';
import { ReplyPreview } from './reply-preview.tsx';
import { SendButton } from './send-button.tsx';
import { SignSwitch } from './sign-switch.tsx';
import { spliced } from './splice.ts';
import { Suggestions } from './suggestions.tsx';
import { isTooLong } from './too-long.ts';
import type { AttachedFilesState } from './use-attached.ts';
import type { useDraft } from './use-draft.ts';
import { useDropZone } from './use-drop-zone.ts';
import { useEdit } from './use-edit.ts';
import { useQuickReplies } from './use-quick-replies.ts';
import { keepFocus, WriterTools } from './writer-tools.tsx';

interface Props {
  readonly ticket: TicketView;
  readonly outbox: Outbox;
  readonly writing: Writing;
  readonly gone: boolean;
  readonly draft: ReturnType<typeof useDraft>;
  readonly attached: AttachedFilesState;
  readonly modes: ReactNode;
  /** All quick replies are to be shown. */
  readonly browse: boolean;
  readonly onBrowse: () => void;
  readonly onRecord: () => void;
  readonly onWritten: () => void;
  readonly onEditLast: () => void;
}

/** Writes into the outbox and never locks: an outage only means that messages wait. */
export function MessageWriter(props: Props) {
  const { ticket, outbox, writing, gone, draft, attached, modes, onWritten } = props;
  const t = useT();
  const { user } = useSession();
  const phone = useMediaQuery(PHONE);
  const [sign, setSign] = useState(() => stored('signOption') !== 'false');
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const editing = writing?.kind === 'edit' ? writing.message : undefined;
  const edit = useEdit(editing, ticket.connection?.channel, onWritten);
  const isNew = editing === undefined;
  const text = isNew ? draft.body : edit.text;
  const setText = isNew ? draft.change : edit.setText;
  const focus = () => field.current?.focus();
  const replies = useQuickReplies(ticket, {
    text: isNew ? text : '',
    setText: draft.change,
    attach: attached.add,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish opens them
  useEffect(() => {
    if (!props.browse) return;
    if (isNew) replies.browse();
    props.onBrowse();
  }, [props.browse]);
  // Who chose 'reply' or 'edit' wants to type next.
  useEffect(() => {
    if (writing !== undefined) field.current?.focus();
  }, [writing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, with the text as it stands then
  useEffect(() => {
    if (!gone) return;
    notify.info('tickets.composer.gone');
    // What was typed into it is not taken away with it.
    if (editing !== undefined && draft.body === '' && edit.changed) draft.change(edit.text);
    onWritten();
  }, [gone]);
  const over = useDropZone(frame, (files) => {
    if (isNew) attached.add(files);
  });

  const send = () => {
    if (!isNew) return void edit.save();
    const body = draft.body.trim();
    if (body === '' && attached.files.length === 0) return;
    const whole = body !== '' && sign ? signed(user.name, body) : body;
    if (isTooLong(whole, ticket.connection?.channel)) return;
    const written = {
      ticketId: ticket.id,
      body: whole,
      files: attached.files.map(({ file }) => file),
      replyTo: writing?.message,
    };
    for (const message of outgoing(written)) outbox.add(message);
    draft.change('');
    attached.clear();
    onWritten();
    focus();
  };
  const insert = (added: string) => {
    const box = field.current;
    const next = spliced(text, {
      start: box?.selectionStart ?? text.length,
      end: box?.selectionEnd ?? text.length,
      added,
    });
    setText(next.text);
    requestAnimationFrame(() => box?.setSelectionRange(next.caret, next.caret));
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || replies.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && writing !== undefined) {
      // Ends the reply or the edit and nothing behind it.
      event.stopPropagation();
      onWritten();
    } else if (event.key === 'ArrowUp' && text === '' && writing === undefined) {
      event.preventDefault();
      props.onEditLast();
    }
  };
  const nothing = text.trim() === '' && (!isNew || attached.files.length === 0);
  const classes = ['tk-in', over && 'tk-over', nothing && isNew && 'tk-nothing'];
  return (
    <>
      {replies.open ? <Suggestions replies={replies} contact={ticket.contact.name} onTaken={focus} /> : null}
      <div className={classes.filter(Boolean).join(' ')} ref={frame} data-writer="">
        {over ? <p className="tk-drop">{t('tickets.composer.drop')}</p> : null}
        <div className="tk-cp-top">
          {isNew ? modes : null}
          {writing === undefined ? null : (
            <ReplyPreview writing={writing} contact={ticket.contact.name} onEnd={onWritten} />
          )}
          {isNew ? <AttachedFiles files={attached.files} onRemove={attached.remove} /> : null}
        </div>
        <TextareaAutosize
          ref={field}
          className="tk-cp-text"
          maxRows={5}
          value={text}
          aria-label={t('tickets.composer.label')}
          placeholder={t(
            attached.files.length > 0
              ? 'tickets.composer.caption'
              : !isNew
                ? 'tickets.composer.placeholder'
                : phone
                  ? 'tickets.composer.placeholderPhone'
                  : 'tickets.composer.placeholderQuick',
          )}
          enterKeyHint="send"
          {...(replies.open && {
            'aria-autocomplete': 'list' as const,
            'aria-controls': `${replies.id}-list`,
            'aria-activedescendant': replies.found.length > 0 ? `${replies.id}-${replies.at}` : undefined,
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
          onKeyDown={pressed}
          onFocus={replies.prepare}
          onBlur={replies.close}
        />
        {isNew ? (
          <WriterTools
            ticket={ticket}
            onFiles={attached.add}
            insert={insert}
            onQuick={replies.browse}
            onDone={focus}
          />
        ) : null}
        <div className="tk-cp-foot">
          <ComposerStatus ticket={ticket} outbox={outbox} draft={isNew ? draft.state : 'none'} />
          {isNew ? <SignSwitch sign={sign} onSign={setSign} /> : null}
        </div>
        {isNew ? (
          <IconButton
            className="tk-mic"
            label={t('tickets.record.start')}
            icon={Mic}
            onMouseDown={keepFocus}
            onClick={props.onRecord}
          />
        ) : null}
        <SendButton editing={!isNew} disabled={nothing || edit.busy} onSend={send} />
      </div>
    </>
  );
}
