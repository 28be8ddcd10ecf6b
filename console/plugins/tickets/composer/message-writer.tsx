import Switch from '@mui/material/Switch';
import TextareaAutosize from '@mui/material/TextareaAutosize';
import { Check, CornerDownLeft, Paperclip, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { v7 as newId } from 'uuid';
import type { TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { Slot } from '../../../shell/slot.tsx';
import { store, stored } from '../../../shell/storage.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import type { Outbox } from '../model/outbox.ts';
import { signed } from '../model/signature.ts';
import type { Writing } from '../thread/use-message-actions.ts';
import { AttachedFiles } from './attached-files.tsx';
import { ComposerStatus } from './composer-status.tsx';
import { Subject } from './subject.tsx';
import type { useAttached } from './use-attached.ts';
import type { useDraft } from './use-draft.ts';
import { useDropZone } from './use-drop-zone.ts';
import { useEdit } from './use-edit.ts';

interface Props {
  readonly ticket: TicketView;
  readonly outbox: Outbox;
  readonly writing: Writing;
  readonly draft: ReturnType<typeof useDraft>;
  readonly attached: ReturnType<typeof useAttached>;
  readonly modes: ReactNode;
  readonly onWritten: () => void;
  /** Arrow up in an empty field: the last own message is to be edited. */
  readonly onEditLast: () => void;
}

/** Writes into the outbox and never locks: an outage only means that messages wait. */
export const MessageWriter = (props: Props) => {
  const { ticket, outbox, writing, draft, attached, modes, onWritten, onEditLast } = props;
  const t = useT();
  const { user } = useSession();
  const [sign, setSign] = useState(() => stored('signOption') !== 'false');
  const signId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const editing = writing?.is === 'edit' ? writing.message : undefined;
  const replyTo = writing?.is === 'reply' ? writing.message : undefined;
  const edit = useEdit(editing, onWritten);
  const text = editing === undefined ? draft.body : edit.text;
  const setText = editing === undefined ? draft.change : edit.setText;

  // Who chose 'reply' or 'edit' wants to type next.
  useEffect(() => {
    if (writing !== undefined) field.current?.focus();
  }, [writing]);

  const over = useDropZone(frame, (files) => {
    if (editing === undefined) attached.add(files);
  });
  const send = () => {
    if (editing !== undefined) return void edit.save();
    const body = draft.body.trim();
    if (body === '' && attached.files.length === 0) return;
    const quoted =
      replyTo === undefined
        ? null
        : {
            ...replyTo,
            author: replyTo.fromMe ? (replyTo.user?.name ?? null) : (replyTo.contact?.name ?? null),
          };
    const whole = body !== '' && sign ? signed(user.name, body) : body;
    const parts = attached.files.length === 0 ? [undefined] : attached.files.map(({ file }) => file);
    parts.forEach((file, index) => {
      const first = index === 0;
      outbox.add({
        id: newId(),
        ticketId: ticket.id,
        // The text is the first file's caption, and the quote goes with it.
        body: first ? whole : '',
        quoted: first ? quoted : null,
        ...(file === undefined ? {} : { file }),
        at: new Date().toISOString(),
      });
    });
    draft.change('');
    attached.clear();
    onWritten();
    field.current?.focus();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && writing !== undefined) {
      // Ends the reply or the edit and nothing behind it.
      event.stopPropagation();
      onWritten();
    } else if (event.key === 'ArrowUp' && text === '' && writing === undefined) {
      event.preventDefault();
      onEditLast();
    }
  };
  const nothing = text.trim() === '' && (editing !== undefined || attached.files.length === 0);
  return (
    <div className={over ? 'tk-in tk-over' : 'tk-in'} ref={frame}>
      {over ? <p className="tk-drop">{t('tickets.composer.drop')}</p> : null}
      <div className="tk-cp-top">
        {editing === undefined ? modes : null}
        {writing === undefined ? null : (
          <Subject writing={writing} contact={ticket.contact.name} onEnd={onWritten} />
        )}
        {editing === undefined ? <AttachedFiles files={attached.files} onRemove={attached.remove} /> : null}
      </div>
      <TextareaAutosize
        ref={field}
        className="tk-cp-text"
        maxRows={5}
        value={text}
        aria-label={t('tickets.composer.label')}
        placeholder={t(
          attached.files.length > 0 ? 'tickets.composer.caption' : 'tickets.composer.placeholder',
        )}
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0 || editing !== undefined) return;
          event.preventDefault();
          attached.add(event.clipboardData.files);
        }}
        onKeyDown={pressed}
      />
      <div className="tk-cp-tools">
        {editing === undefined ? (
          <IconButton
            label={t('tickets.composer.attach')}
            icon={Paperclip}
            onClick={() => picker.current?.click()}
          />
        ) : null}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-hidden="true"
          tabIndex={-1}
          onChange={(event) => {
            attached.add(event.target.files);
            event.target.value = '';
            field.current?.focus();
          }}
        />
        {editing === undefined ? (
          <Slot name="composer.tool" props={{ ticket, insert: (more) => setText(text + more) }} />
        ) : null}
      </div>
      <div className="tk-cp-foot">
        <ComposerStatus
          ticket={ticket}
          outbox={outbox}
          draft={editing === undefined ? draft.state : 'none'}
        />
        {editing === undefined ? (
          <label className="tk-sign-switch" htmlFor={signId}>
            {t('tickets.composer.sign')}
            <Switch
              id={signId}
              checked={sign}
              onChange={(event) => {
                setSign(event.target.checked);
                store('signOption', String(event.target.checked));
              }}
            />
          </label>
        ) : null}
      </div>
      <button
        type="button"
        className="btn btn-primary tk-send"
        aria-label={t(editing === undefined ? 'tickets.composer.send' : 'tickets.composer.save')}
        aria-disabled={nothing || edit.busy}
        onClick={send}
      >
        <span className="tk-send-text">
          {t(editing === undefined ? 'tickets.composer.send' : 'tickets.composer.save')}
        </span>
        {editing === undefined ? (
          <>
            <CornerDownLeft size={16} className="tk-send-wide" aria-hidden="true" />
            <SendHorizontal size={20} className="tk-send-phone" aria-hidden="true" />
          </>
        ) : (
          <Check size={16} aria-hidden="true" />
        )}
      </button>
    </div>
  );
};
