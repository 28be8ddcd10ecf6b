import { useEffect, useRef, useState } from 'react';
import { useCommandHandlers } from '../../../shell/command-bus.ts';
import { notify } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { sessionState } from '../../../shell/session-store.ts';
import { type ComposeMode, composerRank, ticketCommands } from '../commands/ticket-commands.ts';
import { useOpenConversation } from '../conversation/open-conversation.ts';
import { RecordBar } from '../voice/record-bar.tsx';
import { useRecorder } from '../voice/use-recorder.ts';
import { LineNotice } from './line-notice.tsx';
import { MessageWriter } from './message-writer.tsx';
import { Modes } from './modes.tsx';
import { NoteWriter } from './note-writer.tsx';
import { outgoing } from './outgoing.ts';
import { useAttached } from './use-attached.ts';
import { useDraft } from './use-draft.ts';
import { useLateFiles } from './use-late-files.ts';
import './composer.css';

/**
 * A message to the contact, or a note for colleagues. Each has a text of its own, so that what was meant for one never
 * stands in the other's field. Mounted anew for each ticket.
 */
export function Composer() {
  const { user } = useSession();
  const { ticket, thread, doing } = useOpenConversation();
  const { writing, endWriting } = doing;
  const draft = useDraft(user.id, ticket.id, 'message');
  const note = useDraft(user.id, ticket.id, 'note');
  // Here, for a file comes while a note is being written as well.
  const attachedFiles = useAttached(user.id, ticket.id);
  const lateFiles = useLateFiles(`${user.id}.${ticket.id}`, attachedFiles.add);
  const [mode, setMode] = useState<ComposeMode>('message');
  /** All quick replies were asked for by key, and are not shown yet. */
  const [browse, setBrowse] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const recorder = useRecorder(
    (voice) => {
      const replyTo = writing?.kind === 'reply' ? writing.message : undefined;
      for (const message of outgoing({ ticketId: ticket.id, body: '', files: [voice], replyTo }))
        thread.outbox.add(message);
      endWriting();
    },
    ({ file, seconds }) => {
      const isKept = attachedFiles.add([file], seconds) > 0;
      if (isKept && sessionState().status === 'in')
        notify.info('tickets.record.kept', { values: { name: ticket.contact.name } });
    },
  );
  const recording = recorder.state !== 'idle';
  useCommandHandlers(
    ticketCommands,
    {
      'write.message': () => setMode('message'),
      // Asked for while one is being written it goes back to the message.
      'write.note': () => setMode((now) => (now === 'note' ? 'message' : 'note')),
      'write.quick': () => {
        setBrowse(true);
        setMode('message');
      },
    },
    composerRank,
  );
  // To reply to a message, or to edit one, is not to note something.
  useEffect(() => {
    if (writing !== undefined) setMode('message');
  }, [writing]);
  // Who changed over, or is done recording, wants to type there.
  const shown = recording ? 'recording' : mode;
  const before = useRef<string>(shown);
  useEffect(() => {
    if (before.current !== shown) frame.current?.querySelector('textarea')?.focus();
    before.current = shown;
  }, [shown]);
  const modes = <Modes mode={mode} onMode={setMode} />;
  return (
    <div className="tk-composer fixed" ref={frame}>
      <LineNotice ticket={ticket} />
      {recording ? (
        <RecordBar recorder={recorder} />
      ) : mode === 'note' ? (
        <NoteWriter ticket={ticket} draft={note} modes={modes} onLeave={() => setMode('message')} />
      ) : (
        <MessageWriter
          draft={draft}
          attachedFiles={attachedFiles}
          lateFiles={lateFiles}
          modes={modes}
          browse={browse}
          onBrowse={() => setBrowse(false)}
          onRecord={() => void recorder.start()}
        />
      )}
    </div>
  );
}
