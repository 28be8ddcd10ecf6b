import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { NoteView } from '../../../../contract/note.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useCommandHandlers } from '../../../shell/command-bus.ts';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { LinkedText } from '../../../shell/ui/linked-text.tsx';
import { ticketCommands } from '../commands/ticket-commands.ts';
import { PanelSection } from '../panel/section.tsx';
import { useTimes } from '../ticket/use-times.ts';
import { DeleteNote } from './delete-note.tsx';
import { NoteForm } from './note-form.tsx';
import { useNoteDeeds, useNotes } from './use-notes.ts';
import './notes.css';

/** What colleagues noted about the contact: on this ticket and on the others in sight, newest first. */
export function Notes({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const times = useTimes();
  const { search } = useLocation();
  const { data: notes, isPending, isError, refetch } = useNotes(ticket.contactId);
  const { mayDelete } = useNoteDeeds(ticket);
  const [writing, setWriting] = useState(false);
  const [leaving, setLeaving] = useState<NoteView>();
  const button = useRef<HTMLButtonElement>(null);
  useCommandHandlers(ticketCommands, { 'write.note': () => setWriting(true) });
  return (
    <PanelSection
      title={t('tickets.notes.title')}
      count={notes?.length ?? 0}
      action={
        <IconButton
          ref={button}
          className="tk-sec-add"
          label={t('tickets.notes.add')}
          icon={Plus}
          small
          aria-expanded={writing}
          onClick={() => setWriting(!writing)}
        />
      }
      isPending={isPending}
      note={
        isError
          ? t('tickets.notes.failed')
          : notes?.length === 0 && !writing
            ? t('tickets.notes.none')
            : undefined
      }
      retry={isError ? () => void refetch() : undefined}
    >
      {writing ? (
        <NoteForm
          ticket={ticket}
          onClose={() => {
            setWriting(false);
            button.current?.focus();
          }}
        />
      ) : null}
      <ul className="grid gap-6">
        {notes?.toReversed().map((note) => (
          <li key={note.id} className="tk-pn tk-paper small lh-18 at r-md">
            <p className="anywhere pre">
              <LinkedText text={note.note} />
            </p>
            <small className="flex gap-8 lh-16 mt-2">
              <span className="trunc">
                {note.user?.name ?? t('tickets.notes.someone')} ·{' '}
                <time dateTime={note.createdAt} title={times.time(note.createdAt)}>
                  {times.date(note.createdAt)}
                </time>
              </span>
              {note.ticketId === ticket.id ? null : (
                <Link to={{ pathname: `/tickets/${note.ticketId}`, search }}>{t('tickets.notes.other')}</Link>
              )}
            </small>
            {mayDelete(note) ? (
              <button
                type="button"
                className="tk-pn-x tk-x tk-felt middle r-sm"
                aria-label={t('tickets.notes.delete')}
                title={t('tickets.notes.delete')}
                onClick={() => setLeaving(note)}
              >
                <Trash2 size={14} aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <DeleteNote ticket={ticket} note={leaving} onClose={() => setLeaving(undefined)} />
    </PanelSection>
  );
}
