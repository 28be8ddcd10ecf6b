import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  CalendarCheck2,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  Pencil,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { CompanyView } from '../../../contract/company.ts';
import { todayIn } from '../../shell/calendar.ts';
import { writtenDay } from '../../shell/days.ts';
import { maskPhone } from '../../shell/form/phone.ts';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { addDueDate, restoreCompany } from './data.ts';
import { type Due, dueOf } from './due.ts';
import { reloadCompanies } from './live.ts';

interface Props {
  readonly companies: readonly CompanyView[];
  readonly timeZone: string | undefined;
  /** Its own company has no end and is not deleted. */
  readonly ownId: string;
  readonly onEdit: (company: CompanyView) => void;
  readonly onDelete: (company: CompanyView) => void;
}

/** Their rows are tinted; the others' are not worth a look. */
const markedStates: ReadonlySet<string> = new Set(['late', 'near', 'soon']);

const dueIcons = {
  late: CircleAlert,
  near: Clock,
  soon: Clock,
  fine: CalendarCheck2,
  endless: CalendarCheck2,
};

/** Returns the key of what is said of a due date, and its number of days. */
function saidOf({ urgency, days }: Due, trial: boolean): readonly [key: string, days: number] {
  if (urgency === 'endless' || urgency === 'fine') return [`companies.due.${urgency}`, 0];
  if (days < 0) return ['companies.due.past', -days];
  return [trial ? 'companies.due.trial' : days === 0 ? 'companies.due.today' : 'companies.due.ahead', days];
}

function DueCell({ company, due }: { readonly company: CompanyView; readonly due: Due }) {
  const t = useT();
  const Icon = dueIcons[due.urgency];
  const [key, days] = saidOf(due, company.trial);
  return (
    <>
      {company.dueDate === null ? null : <span className="num">{writtenDay(company.dueDate)}</span>}
      <small className="row gap-4 nowrap co-due">
        <Icon size={14} aria-hidden="true" />
        {t(key, { smart_count: days })}
      </small>
    </>
  );
}

/** '+ Vencimento', or the way back of one that is deleted. */
function Deed({ company }: { readonly company: CompanyView }) {
  const t = useT();
  const cache = useQueryClient();
  const isDeleted = company.deletedUntil !== null;
  const { mutate, isPending } = useMutation({
    mutationFn: () => (isDeleted ? restoreCompany(company.id) : addDueDate(company)),
    onSuccess: () => {
      notify.success('companies.saved');
      return reloadCompanies(cache);
    },
    onError: (error) => notifyError(error),
  });
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={isPending}
      startIcon={isDeleted ? <Undo2 size={14} aria-hidden="true" /> : undefined}
      aria-label={t(isDeleted ? 'companies.restore.one' : 'companies.addDue.one', { name: company.name })}
      onClick={() => mutate()}
    >
      {t(isDeleted ? 'companies.restore' : 'companies.addDue')}
    </Button>
  );
}

function Row({
  company,
  timeZone,
  ownId,
  onEdit,
  onDelete,
}: Omit<Props, 'companies'> & { company: CompanyView }) {
  const t = useT();
  const money = useMoney();
  const { name, email, phone, plan, status, campaignsEnabled, createdAt, deletedUntil, recommendedBy } =
    company;
  const dueState = dueOf(company, todayIn(timeZone));
  const isOwn = company.id === ownId;
  const isDeleted = deletedUntil !== null;
  const StatusIcon = isDeleted ? CircleX : status ? CircleCheck : CirclePause;
  return (
    <tr
      className={
        isDeleted || !markedStates.has(dueState.urgency)
          ? undefined
          : `marked ${dueState.urgency === 'late' ? 'c-err' : ''}`
      }
      data-urgency={isDeleted ? undefined : dueState.urgency}
    >
      <td className="anywhere">
        {name}
        <small className="trunc muted">{email}</small>
        {recommendedBy === null ? null : <small className="muted">{t('companies.recommended')}</small>}
      </td>
      <td className="num co-wide" data-label={phone === '' ? undefined : t('companies.phone')}>
        {maskPhone(phone)}
      </td>
      <td data-label={t('companies.plan')}>{plan?.name ?? t('companies.plan.none')}</td>
      <td className="r num" data-label={t('companies.value')}>
        {plan === null ? '–' : money(plan.value)}
      </td>
      <td data-label={t('companies.status')}>
        <span className={`status ${status && !isDeleted ? 'c-ok' : 'c-none'}`}>
          <StatusIcon size={16} aria-hidden="true" />
          {t(
            deletedUntil === null ? `companies.status.${status ? 'on' : 'off'}` : 'companies.status.deleted',
          )}
        </span>
      </td>
      <td className="co-wide wide-only" data-label={t('companies.campaigns')}>
        {t(campaignsEnabled ? 'companies.yes' : 'companies.no')}
      </td>
      <td className="num co-wide wide-only" data-label={t('companies.created')}>
        {writtenDay(createdAt)}
      </td>
      <td data-label={t('companies.due')}>
        {deletedUntil === null ? (
          <DueCell company={company} due={dueState} />
        ) : (
          <small className="muted">{t('companies.deleted.until', { day: writtenDay(deletedUntil) })}</small>
        )}
      </td>
      <td className="r nowrap whole">
        {isOwn ? null : <Deed company={company} />}
        {deletedUntil === null ? (
          <>
            <IconButton icon={Pencil} label={t('companies.edit', { name })} onClick={() => onEdit(company)} />
            {isOwn ? null : (
              <IconButton
                icon={Trash2}
                label={t('companies.delete.one', { name })}
                onClick={() => onDelete(company)}
              />
            )}
          </>
        ) : null}
      </td>
    </tr>
  );
}

/** The spec's rows, coloured by due date; on a phone each company is a card. */
export function CompanyTable({ companies, ...rest }: Props) {
  const t = useT();
  const columns = ['name', 'phone', 'plan', 'value', 'status', 'campaigns', 'created', 'due', 'actions'];
  const classes: Readonly<Record<string, string>> = {
    phone: 'co-wide',
    campaigns: 'co-wide',
    created: 'co-wide',
    value: 'r',
    actions: 'r',
  };
  return (
    <CardTable below={599} className="tall close co-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={classes[column]}>
              {column === 'actions' ? (
                <span className="vh">{t('companies.actions')}</span>
              ) : (
                t(`companies.${column}`)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {companies.map((company) => (
          <Row key={company.id} company={company} {...rest} />
        ))}
      </tbody>
    </CardTable>
  );
}
