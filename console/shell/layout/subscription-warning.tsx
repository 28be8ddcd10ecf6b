import { CalendarClock } from 'lucide-react';
import { useT } from '../i18n.ts';
import { useSession } from '../session.tsx';

const warnBelow = 5;

/** Returns the days left, counted by calendar days; today is 0. */
export const daysUntil = (dueDate: string, now: Date): number => {
  const [year = 0, month = 1, day = 1] = dueDate.slice(0, 10).split('-').map(Number);
  return Math.round(
    (Date.UTC(year, month - 1, day) - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) /
      86_400_000,
  );
};

/** Whether fewer than five days are left, by the spec. */
export const isWarned = (days: number): boolean => days >= 0 && days < warnBelow;

export const SubscriptionWarning = () => {
  const t = useT();
  const { user } = useSession();
  if (user.company.dueDate === null) return null;
  const days = daysUntil(user.company.dueDate, new Date());
  if (!isWarned(days)) return null;
  return (
    <div className="banner" role="status">
      <CalendarClock className="i" size={18} aria-hidden="true" />
      <span className="grow">
        {t(user.company.trial ? 'shell.trial' : 'shell.subscription', { smart_count: days })}
      </span>
    </div>
  );
};
