import Button from '@mui/material/Button';
import TextareaAutosize from '@mui/material/TextareaAutosize';
import { Paperclip } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { v7 as newId } from 'uuid';
import type { MessageView, TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { Slot } from '../../../shell/slot.tsx';
import { store, stored } from '../../../shell/storage.ts';
import { getDraft, putDraft } from '../data/calls.ts';
import { chooseDraft, readDraft, writeDraft } from '../model/drafts.ts';
import type { Outbox } from '../model/outbox.ts';
import { signed } from '../model/signature.ts';
import { Quote } from '../thread/quote.tsx';

const DRAFT_MS = 800;

interface Props {
  readonly ticket: TicketView;
  readonly outbox: Outbox;
  readonly replyTo: MessageView | undefined;
  readonly onReplied: () => void;
}

/** Writes into the outbox and never locks: an outage only means that messages wait. Mounted anew for each ticket. */
export const Composer = ({ ticket, outbox, replyTo, onReplied }: Props) => {
  const t = useT();
  const { user } = useSession();
  const [body, setBody] = useState(() => readDraft(localStorage, user.id, ticket.id)?.body ?? '');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sign, setSign] = useState(() => stored('signOption') !== 'false');
  const touched = useRef(false);
  const picker = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const local = readDraft(localStorage, user.id, ticket.id);
    const asked = new AbortController();
    getDraft(ticket.id, asked.signal).then(
      (draft) => {
        // What is being typed is newer than any stored draft.
        if (!touched.current) setBody(chooseDraft(local, draft?.body ?? ''));
      },
      () => undefined, // away: the local draft already stands there
    );
    return () => asked.abort();
  }, [ticket.id, user.id]);

  useEffect(() => {
    if (!touched.current) return;
    writeDraft(localStorage, user.id, ticket.id, { body, synced: false });
    const timer = setTimeout(() => {
      putDraft(ticket.id, body).then(
        () => writeDraft(localStorage, user.id, ticket.id, { body, synced: true }),
        () => undefined, // stays marked as not synced and wins on the next opening
      );
    }, DRAFT_MS);
    return () => clearTimeout(timer);
  }, [body, ticket.id, user.id]);

  const change = (text: string) => {
    touched.current = true;
    setBody(text);
  };
  const send = () => {
    const text = body.trim();
    if (text === '' && files.length === 0) return;
    const quoted =
      replyTo === undefined
        ? null
        : {
            ...replyTo,
            author: replyTo.fromMe ? (replyTo.user?.name ?? null) : (replyTo.contact?.name ?? null),
          };
    const whole = text !== '' && sign ? signed(user.name, text) : text;
    const parts: readonly (File | undefined)[] = files.length === 0 ? [undefined] : files;
    parts.forEach((file, index) => {
      const first = index === 0;
      outbox.add({
        id: newId(),
        ticketId: ticket.id,
        body: first ? whole : '',
        quoted: first ? quoted : null,
        ...(file === undefined ? {} : { file }),
        at: new Date().toISOString(),
      });
    });
    change('');
    setFiles([]);
    onReplied();
  };
  return (
    <div className="tk-composer">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped here; the button does the same */}
      <div
        className="tk-in"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          setFiles([...files, ...event.dataTransfer.files]);
        }}
      >
        {replyTo === undefined ? null : (
          <div className="tk-replying">
            <Quote quoted={{ ...replyTo, author: null }} contact={ticket.contact.name} />
            <Button onClick={onReplied}>{t('tickets.composer.cancelReply')}</Button>
          </div>
        )}
        {files.map((file, index) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice
            key={`${file.name}-${index}`}
            aria-label={t('tickets.composer.remove', { name: file.name })}
            onClick={() => setFiles(files.toSpliced(index, 1))}
          >
            {file.name} ×
          </Button>
        ))}
        <TextareaAutosize
          className="tk-cp-text"
          maxRows={5}
          value={body}
          aria-label={t('tickets.composer.label')}
          placeholder={t('tickets.composer.placeholder')}
          onChange={(event) => change(event.target.value)}
          onPaste={(event) => {
            if (event.clipboardData.files.length > 0) setFiles([...files, ...event.clipboardData.files]);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <div className="tk-cp-bar">
          <button
            type="button"
            className="tk-ib"
            aria-label={t('tickets.composer.attach')}
            onClick={() => picker.current?.click()}
          >
            <Paperclip size={18} aria-hidden="true" />
          </button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              setFiles([...files, ...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Slot name="composer.tool" props={{ ticket, insert: (text) => change(body + text) }} />
          <span className="tk-grow" />
          <label className="tk-check">
            <input
              type="checkbox"
              checked={sign}
              onChange={(event) => {
                setSign(event.target.checked);
                store('signOption', String(event.target.checked));
              }}
            />
            {t('tickets.composer.sign')}
          </label>
          <Button variant="contained" onClick={send}>
            {t('tickets.composer.send')}
          </Button>
        </div>
      </div>
    </div>
  );
};
