import Button from '@mui/material/Button';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { TagChip } from '../../../shell/ui/chips.tsx';
import { TagPicker } from '../lazy-dialogs.tsx';
import { useTicketTags } from './use-ticket-tags.ts';
import './tag-editor.css';

/** More would push what stands below them out of sight: three lines or four. */
const shownAtFirst = 12;

/** The ticket's tags: added from a field that suggests, taken off by their cross. */
export function TagEditor({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const { tags, add, remove, create } = useTicketTags(ticket);
  const [adding, setAdding] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  // The field for one more stands at the end of all: what is added is seen.
  const shownTags = showsAll || adding ? tags : tags.slice(0, shownAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  // What had the focus is gone with the field or the tag: keyboards go on from the button.
  const [back, setBack] = useState(0);
  useEffect(() => {
    if (back > 0) button.current?.focus();
  }, [back]);
  return (
    <section className="tk-sec p-12-16-16">
      <h3 className="row gap-6 small">{t('tickets.contact.tags')}</h3>
      <ul className="flex gap-6 wrap" aria-label={t('tickets.contact.tags')}>
        {shownTags.map((tag) => (
          <li key={tag.id} className="tk-tag-x inline max-full at">
            <TagChip name={tag.name} color={tag.color} large />
            <button
              className="middle muted r-sm"
              type="button"
              aria-label={t('tickets.contact.removeTag', { name: tag.name })}
              onClick={() => {
                remove(tag.id);
                setBack(back + 1);
              }}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
        {adding ? null : (
          <li>
            <button
              type="button"
              ref={button}
              className="tk-tag-add px-8 lh-24 phone-h-40 inline gap-4 caption medium muted r-sm"
              aria-label={t('tickets.contact.addTagLabel')}
              onClick={() => setAdding(true)}
            >
              <Plus size={14} aria-hidden="true" />
              {t('tickets.contact.addTag')}
            </button>
          </li>
        )}
      </ul>
      {tags.length > shownAtFirst && !adding ? (
        <Button
          variant="link"
          className="mt-8"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll
            ? t('tickets.contact.fewerTags')
            : t('tickets.contact.allTags', { smart_count: tags.length })}
        </Button>
      ) : null}
      {adding ? (
        <TagPicker
          worn={tags}
          onAdd={add}
          onCreate={create}
          onClose={(byKey) => {
            setAdding(false);
            if (byKey) setBack(back + 1);
          }}
        />
      ) : null}
    </section>
  );
}
