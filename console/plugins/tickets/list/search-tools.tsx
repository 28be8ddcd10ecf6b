import OutlinedInput from '@mui/material/OutlinedInput';
import { Search, X } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { ChipButton, QueueDot } from '../../../shell/ui/chips.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { FieldFilterTools } from '../fields/field-filters.tsx';
import { type ListLocation, limitsSearch } from './list-location.ts';
import { MultiSelect } from './multi-select.tsx';
import { useTags, useUsers } from './use-lists.ts';

const DEBOUNCE_MS = 500;

interface Props {
  readonly place: ListLocation;
  readonly go: (change: Partial<ListLocation>) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly first: ReactNode;
  /** Filters that other tabs have too. */
  readonly children: ReactNode;
}

/** The search tab's field and filters. The address follows half a second behind the typing. */
export const SearchTools = ({ place, go, field, first, children }: Props) => {
  const t = useT();
  const { can } = useSession();
  const mayFilterUsers = can('tickets-manager:userFilter');
  const tags = useTags();
  const users = useUsers(mayFilterUsers);
  const [typed, setTyped] = useState(place.text);
  const addressText = useRef(place.text);
  // Emptying the field returns to the open tab (spec), however it is emptied, unless other filters still look for something.
  const filtered = limitsSearch(place);
  const goTo = useCallback(
    (text: string) => go(text === '' && !filtered ? { text, tab: 'open' } : { text }),
    [go, filtered],
  );
  useEffect(() => {
    // The address was changed from elsewhere (a link, 'back'): the field shows what it says.
    if (place.text !== addressText.current) setTyped(place.text);
    addressText.current = place.text;
  }, [place.text]);
  useEffect(() => {
    if (typed === addressText.current) return;
    const timer = setTimeout(() => {
      addressText.current = typed;
      goTo(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, goTo]);
  const now = (text: string) => {
    addressText.current = text;
    setTyped(text);
    goTo(text);
  };
  return (
    <>
      <OutlinedInput
        className="tk-searchbox own-x"
        inputRef={field}
        size="small"
        type="search"
        value={typed}
        autoComplete="off"
        placeholder={t(place.inMessages ? 'tickets.search.inMessages' : 'tickets.search.inContacts')}
        slotProps={{ input: { 'aria-label': t('tickets.search.label') } }}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') now(typed);
          if (event.key !== 'Escape') return;
          event.preventDefault();
          now('');
        }}
        startAdornment={<Search size={16} aria-hidden="true" />}
        endAdornment={
          typed === '' ? null : (
            <IconButton
              small
              icon={X}
              label={t('tickets.search.clear')}
              onClick={() => {
                now('');
                field.current?.focus();
              }}
            />
          )
        }
      />
      <div className="tk-chips row wrap narrow">
        {first}
        <ChipButton
          on={place.inMessages}
          aria-pressed={place.inMessages}
          onClick={() => go({ inMessages: !place.inMessages, text: typed })}
        >
          {t('tickets.search.messages')}
        </ChipButton>
        <MultiSelect
          label={t('tickets.search.tags')}
          all={t('tickets.queues.all')}
          options={tags.map((tag) => ({ ...tag, mark: <QueueDot color={tag.color} /> }))}
          chosen={place.tagIds}
          onChange={(tagIds) => go({ tagIds })}
        />
        <FieldFilterTools chosen={place} onChange={go} />
        {mayFilterUsers ? (
          <MultiSelect
            label={t('tickets.search.users')}
            all={t('tickets.search.anyone')}
            options={users}
            chosen={place.userIds}
            onChange={(userIds) => go({ userIds })}
          />
        ) : null}
        {children}
      </div>
    </>
  );
};
