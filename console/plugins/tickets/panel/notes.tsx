import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { NoteView, TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { useNoteDeeds, useNotes } from '../data/use-notes.ts';
import { useTimes } from '../data/use-times.ts';
import { takeWriting } from '../model/writing-orders.ts';
import { DeleteNote } from '../thread/delete-note.tsx';
import { NoteForm } from './note-form.tsx';

/** What colleagues noted about the contact: on this ticket and on the others in sight, newest first. */
export const Notes = ({ ticket }: { readonly ticket: TicketView }) => {
  const t = useT();
  const times = useTimes();
  const { search } = useLocation();
  const { data: notes, isPending, isError } = useNotes(ticket.contactId);
  const { mayDelete } = useNoteDeeds(ticket);
  const [writing, setWriting] = useState(false);
  const [leaving, setLeaving] = useState<NoteView>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => takeWriting('panel', () => setWriting(true)), []);
  return (
    <section className="tk-sec">
      <h3>
        {t('tickets.notes.title')}
        {notes === undefined || notes.length === 0 ? null : (
          <span className="tk-count num">{notes.length}</span>
        )}
        <IconButton
          ref={button}
          className="tk-sec-add"
          label={t('tickets.notes.add')}
          icon={Plus}
          small
          aria-expanded={writing}
          onClick={() => setWriting(!writing)}
        />
      </h3>
      {writing ? (
        <NoteForm
          ticket={ticket}
          onClose={() => {
            setWriting(false);
            button.current?.focus();
          }}
        />
      ) : null}
      {isPending ? <span className="sk tk-sk-line late" /> : null}
      {isError ? <p className="tk-none">{t('tickets.notes.failed')}</p> : null}
      {notes?.length === 0 && !writing && !isError ? (
        <p className="tk-none">{t('tickets.notes.none')}</p>
      ) : null}
      <ul className="tk-pns">
        {notes?.toReversed().map((note) => (
          <li key={note.id} className="tk-pn">
            <p>{note.note}</p>
            <small>
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
                className="tk-pn-x"
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
    </section>
  );
};
