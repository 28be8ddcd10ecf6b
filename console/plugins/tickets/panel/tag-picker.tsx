import { Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { plainText } from '../../../../domain/text/plain.ts';
import { useT } from '../../../shell/i18n.ts';
import { TagChip } from '../../../shell/ui/chips.tsx';
import { Combobox } from '../../../shell/ui/combobox.tsx';
import { useTagsQuery } from '../list/use-lists.ts';
import type { Tag } from './use-ticket-tags.ts';

export interface TagPickerProps {
  readonly worn: readonly Tag[];
  readonly onAdd: (tag: Tag) => void;
  readonly onCreate: (name: string) => void;
  /** `byKey`: with Esc, so that the focus has nowhere to be. */
  readonly onClose: (byKey: boolean) => void;
}
type Option = { readonly tag: Tag } | { readonly create: string };

/** The server's minimum for a tag's name. */
const NAME_FROM = 3;

/** Whether a button of the mouse, or a finger, is down. */
function usePressed() {
  const pressed = useRef(false);
  useEffect(() => {
    const down = () => {
      pressed.current = true;
    };
    const up = () => {
      pressed.current = false;
    };
    window.addEventListener('pointerdown', down, true);
    window.addEventListener('pointerup', up, true);
    window.addEventListener('pointercancel', up, true);
    return () => {
      window.removeEventListener('pointerdown', down, true);
      window.removeEventListener('pointerup', up, true);
      window.removeEventListener('pointercancel', up, true);
    };
  }, []);
  return pressed;
}

/** Tags not worn yet, and a new one by its name. Stays for the next tag until it is left. */
export function TagPicker({ worn, onAdd, onCreate, onClose }: TagPickerProps) {
  const t = useT();
  const id = useId();
  const { data, isError } = useTagsQuery();
  const tags = data ?? [];
  const freeTags = tags.filter((tag) => !worn.some((other) => other.id === tag.id));
  const pressed = usePressed();
  /** What lies below moves up when the field goes: not while a click is on its way to it. */
  const leave = () => {
    if (!pressed.current) return onClose(false);
    window.addEventListener('pointerup', () => setTimeout(() => onClose(false)), { once: true });
  };
  const matching = (all: readonly Option[], typed: string): readonly Option[] => {
    const wanted = plainText(typed).trim();
    const found = all.filter((option) => 'tag' in option && plainText(option.tag.name).includes(wanted));
    const known = tags.some((tag) => plainText(tag.name).trim() === wanted);
    // Before all are known, one that there is would be made again, and the pressed row gone when they come.
    const creatable = data !== undefined && wanted.length >= NAME_FROM && !known;
    return creatable ? [...found, { create: typed.trim() }] : found;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the field (Tab, pointer, Esc) ends adding; its list takes no focus
    <div
      className="mt-8"
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose(true);
      }}
    >
      <Combobox<Option>
        field={{ id, 'aria-invalid': false, 'aria-describedby': undefined }}
        label={t('tickets.contact.addTagLabel')}
        autoFocus
        forget
        options={freeTags.map((tag) => ({ tag }))}
        matching={matching}
        value={null}
        onChange={(option) => {
          if (option === null) return;
          if ('tag' in option) onAdd(option.tag);
          else onCreate(option.create);
        }}
        keyOf={(option) => ('tag' in option ? option.tag.id : 'create')}
        labelOf={(option) => ('tag' in option ? option.tag.name : option.create)}
        row={(option) =>
          'tag' in option ? (
            <TagChip name={option.tag.name} color={option.tag.color} large />
          ) : (
            <>
              <Plus size={16} aria-hidden="true" />
              {t('tickets.contact.createTag', { name: option.create })}
            </>
          )
        }
        placeholder={t('tickets.contact.tagSearch')}
        empty={t(
          data !== undefined ? 'tickets.contact.noTags' : isError ? 'shell.error.title' : 'shell.loading',
        )}
      />
    </div>
  );
}
