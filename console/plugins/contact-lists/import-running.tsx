import Button from '@mui/material/Button';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ContactListDetail, ListImport } from '../../../contract/contact-list.ts';
import { useT } from '../../shell/i18n.ts';
import { ProgressBar } from '../../shell/ui/progress-bar.tsx';
import { useCount } from './import-parts.tsx';

interface BarProps {
  readonly label: string;
  readonly all: number;
  readonly good: number;
  readonly bad?: number;
}
function Bar({ label, all, good, bad = 0 }: BarProps) {
  return (
    <ProgressBar
      label={label}
      all={all}
      now={Math.min(all, good + bad)}
      parts={[
        { count: good, tone: 'c-ok' },
        { count: bad, tone: 'c-err' },
      ]}
    />
  );
}

interface Props {
  readonly list: ContactListDetail;
  readonly expected: ListImport;
  /** How many stood in the list before. */
  readonly from: number;
  /** Absent: it is not in yet. */
  readonly report?: ListImport;
  readonly onDone: () => void;
}

/** How far the rows are, and after that how far their numbers were looked for. */
export function Running({ list, expected, from, report, onDone }: Props) {
  const t = useT();
  const count = useCount();
  const { contactsCount, validCount, invalidCount } = list;
  const newCount = expected.valid - expected.existing;
  const unknownCount = Math.max(0, contactsCount - validCount - invalidCount);
  const legend = [
    ['yes', CircleCheck, 't-success', validCount],
    ['no', CircleX, 't-danger', invalidCount],
    ['unknown', CircleDashed, 'muted', unknownCount],
  ] as const;
  if (!report)
    return (
      <div className="card max-760 grid gap-12 p-16">
        <h2 className="semibold title">{t('lists.import.putting')}</h2>
        <p className="muted num">
          {t('lists.import.put.count', {
            done: count(Math.max(0, contactsCount - from)),
            all: count(newCount),
          })}
        </p>
        <Bar label={t('lists.import.putting')} all={newCount} good={Math.max(0, contactsCount - from)} />
      </div>
    );
  const { added, existing, refused } = report;
  return (
    <div className="card max-760 grid gap-12 p-16">
      <p className="flex gap-6 small t-success" role="status">
        <CircleCheck size={16} aria-hidden="true" />
        {t('lists.import.result', {
          smart_count: added,
          added: count(added),
          existing: count(existing),
          refused: count(refused),
        })}
      </p>

      <h2 className="semibold title">
        {t(unknownCount > 0 ? 'lists.import.checking' : 'lists.import.checked')}
      </h2>
      <p className="muted num">
        {t('lists.import.checked.count', {
          done: count(validCount + invalidCount),
          all: count(contactsCount),
        })}
      </p>
      <Bar label={t('lists.import.checking')} all={contactsCount} good={validCount} bad={invalidCount} />
      <ul className="row wrap gap-16 small muted num">
        {legend.map(([name, Icon, look, of]) => (
          <li className="row gap-6" key={name}>
            <Icon size={16} className={look} aria-hidden="true" />
            <b className="ink">{count(of)}</b> {t(`lists.checked.${name}`, { smart_count: of })}
          </li>
        ))}
      </ul>
      <div className="row">
        <Button variant="contained" onClick={onDone}>
          {t('lists.import.open')}
        </Button>
      </div>
    </div>
  );
}
