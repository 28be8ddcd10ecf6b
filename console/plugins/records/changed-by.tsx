import { History } from 'lucide-react';
import { useRecordContext, useTranslate } from 'react-admin';
import { shortDays } from '../../shell/days.ts';
import { useSession } from '../../shell/session.tsx';
import type { Row } from './parts.ts';

/** Who changed the record last, and on which day of the company's; before the buttons of its form. */
export const ChangedBy = () => {
  const t = useTranslate();
  const { user } = useSession();
  const row = useRecordContext<Row>();
  if (typeof row?.updatedAt !== 'string' || !row.updatedBy) return <span className="grow" />;
  const date = shortDays(user.company.timeZone)(row.updatedAt);
  return (
    <span className="row grow phone-line subtle caption">
      <History size={14} aria-hidden="true" />
      {t('records.changedBy', { name: String(row.updatedBy), date })}
    </span>
  );
};
