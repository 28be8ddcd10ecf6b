import { Mic } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { messageKind } from '../../../../domain/ticket/kind.ts';
import { useT } from '../../../shell/i18n.ts';
import { readStored } from '../../../shell/storage.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { useOpenConversation } from '../conversation/open-conversation.ts';
import { AttachedFiles } from './attached-files.tsx';
import { ComposerStatus } from './composer-status.tsx';
import { ReplyPreview } from './reply-preview.tsx';
import { SendButton } from './send-button.tsx';
import { SignSwitch } from './sign-switch.tsx';
import { insertInto } from './splice.ts';
import { Suggestions } from './suggestions.tsx';
import type { AttachedFilesState } from './use-attached.ts';
import type { useDraft } from './use-draft.ts';
import { useDropZone } from './use-drop-zone.ts';
import { type LateFiles, useLateSend } from './use-late-files.ts';
import { type QuickReplies, useQuickReplies } from './use-quick-replies.ts';
import { useSending } from './use-sending.ts';
import { useWriting } from './use-writing.ts';
import { WriterField } from './writer-field.tsx';
import { keepFocus, WriterTools } from './writer-tools.tsx';

interface Props {
  readonly draft: ReturnType<typeof useDraft>;
  readonly attachedFiles: AttachedFilesState;
  readonly lateFiles: LateFiles;
  readonly modes: ReactNode;
  /** All quick replies are to be shown. */
  readonly browse: boolean;
  readonly onBrowse: () => void;
  readonly onRecord: () => void;
}

interface KeyOptions {
  readonly text: string;
  readonly replies: QuickReplies;
  readonly send: () => void;
  /** Ends the wait for a file; undefined: nothing waits. */
  readonly callOff: (() => void) | undefined;
  readonly endWriting: () => void;
}

/** Returns what keys do in the field: Enter sends, Esc ends a wait, a reply or an edit, arrow up edits the last own message. */
function useWriterKeys({ text, replies, send, callOff, endWriting }: KeyOptions) {
  const { thread, doing } = useOpenConversation();
  const editLast = () => {
    const last = thread.messages.findLast(
      (one) =>
        one.fromMe && messageKind(one.mediaType, one.extra) === 'chat' && !one.isDeleted && one.position > 0,
    );
    if (last !== undefined) doing.edit(last);
  };
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || replies.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && (callOff !== undefined || doing.writing !== undefined)) {
      // Ends the wait, the reply or the edit and nothing behind it.
      event.stopPropagation();
      (callOff ?? endWriting)();
    } else if (event.key === 'ArrowUp' && text === '' && doing.writing === undefined) {
      event.preventDefault();
      editLast();
    }
  };
}

/** Writes into the outbox and never locks: an outage only means that messages wait. */
export function MessageWriter(props: Props) {
  const { draft, attachedFiles, lateFiles, modes, browse, onBrowse, onRecord } = props;
  const t = useT();
  const { ticket, thread, doing } = useOpenConversation();
  const [sign, setSign] = useState(() => readStored('signOption') !== 'false');
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { writing, endWriting, isNew, text, setText, saveEdit, busy } = useWriting(draft);
  const replies = useQuickReplies(ticket, {
    text: isNew ? text : '',
    setText: draft.change,
    fetchOf: lateFiles.fetchOf,
  });
  const sendNew = useSending();
  const focus = () => field.current?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish opens them
  useEffect(() => {
    if (!browse) return;
    if (isNew) replies.browse();
    onBrowse();
  }, [browse]);
  // Who chose 'reply' or 'edit' wants to type next.
  useEffect(() => {
    if (doing.writing !== undefined) field.current?.focus();
  }, [doing.writing]);
  const over = useDropZone(frame, (files) => {
    if (isNew) attachedFiles.add(files);
  });
  const send = () => {
    if (!isNew) return void saveEdit();
    if (lateFiles.areComing) return lateFiles.waitFor(text);
    if (!sendNew({ body: draft.body.trim(), attached: attachedFiles, sign })) return;
    draft.change('');
    focus();
  };
  const isWaiting = useLateSend(lateFiles, { text, isNew, send });
  const callOff = isWaiting ? () => lateFiles.waitFor(undefined) : undefined;
  const onKeyDown = useWriterKeys({ text, replies, send, callOff, endWriting });
  const nothing = text.trim() === '' && (!isNew || attachedFiles.files.length === 0);
  const classes = ['tk-in', over && 'tk-over', nothing && isNew && 'tk-nothing'];
  const { name } = ticket.contact;
  return (
    <>
      {replies.open ? <Suggestions replies={replies} contact={name} onTaken={focus} /> : null}
      <div className={classes.filter(Boolean).join(' ')} ref={frame} data-writer="">
        {over ? <p className="tk-drop middle semibold t-accent">{t('tickets.composer.drop')}</p> : null}
        <div className="tk-cp-top narrow">
          {isNew ? modes : null}
          {writing === undefined ? null : (
            <ReplyPreview writing={writing} contact={name} onEnd={endWriting} />
          )}
          {isNew ? <AttachedFiles files={attachedFiles.files} onRemove={attachedFiles.remove} /> : null}
        </div>
        <WriterField
          field={field}
          text={text}
          setText={setText}
          isNew={isNew}
          attached={attachedFiles}
          replies={replies}
          onKeyDown={onKeyDown}
        />
        {isNew ? (
          <WriterTools
            ticket={ticket}
            text={text}
            onFiles={attachedFiles.add}
            insert={(added) => insertInto(field.current, text, setText, added)}
            clear={() => draft.change('')}
            onQuick={replies.browse}
            onDone={focus}
          />
        ) : null}
        {/* What is said of the text has a line of its own where it has no room beside the switch: neither cut nor a word a line. */}
        <div className="tk-cp-foot row wrap gap-8 end narrow">
          <ComposerStatus ticket={ticket} outbox={thread.outbox} draft={isNew ? draft.state : 'none'} />
          {isNew ? <SignSwitch sign={sign} onSign={setSign} /> : null}
        </div>
        {isNew ? (
          <IconButton
            className="tk-mic"
            label={t('tickets.record.start')}
            icon={Mic}
            onMouseDown={keepFocus}
            onClick={onRecord}
          />
        ) : null}
        <SendButton
          editing={!isNew}
          disabled={nothing || busy || isWaiting}
          onSend={() => void (replies.takeTyped() || send())}
        />
      </div>
    </>
  );
}
