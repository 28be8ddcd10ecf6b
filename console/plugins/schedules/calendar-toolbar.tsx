import Button from '@mui/material/Button';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { ToolbarProps, View } from 'react-big-calendar';
import { useT } from '../../shell/i18n.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';

/** What is told of the search that stands in the calendar's bar. */
export const SearchContext = createContext<(search: string) => void>(() => {});

/** Names of the views, in their order. */
const names = { month: 'month', week: 'week', work_week: 'workWeek', agenda: 'agenda' } as const;

/** The calendar's bar: the way to other days, what is shown, the search, and the views. */
export function CalendarToolbar<E extends object>({ label, view, onView, onNavigate }: ToolbarProps<E>) {
  const t = useT();
  const onSearch = useContext(SearchContext);
  return (
    <div className="sc-toolbar row body mb-12 wrap">
      <Button variant="outlined" onClick={() => onNavigate('TODAY')}>
        {t('schedules.today')}
      </Button>
      <span className="flex">
        <IconButton icon={ChevronLeft} label={t('schedules.previous')} onClick={() => onNavigate('PREV')} />
        <IconButton icon={ChevronRight} label={t('schedules.next')} onClick={() => onNavigate('NEXT')} />
      </span>
      <h2 className="sc-label title lh-24" style={{ flex: '1 0 auto' }} aria-live="polite">
        {label}
      </h2>
      <SearchField label={t('schedules.search')} onSearch={onSearch} />
      <div className="seg grid phone-line" role="tablist" aria-label={t('schedules.views')}>
        {(Object.keys(names) as (keyof typeof names)[]).map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={view === one}
            onClick={() => onView(one as View)}
          >
            {t(`schedules.${names[one]}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
