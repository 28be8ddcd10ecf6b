import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileCheck2, Link as LinkIcon, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import type { ChainState } from '../../../contract/audit.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { chainQuery, checkChain } from './data.ts';
import { keys } from './live.ts';
import { dayIn } from './model/filter.ts';

/** Returns what writes an instant in the company's time zone; of today the time alone. */
const instants = (locale: string, timeZone: string) => {
  const written = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const ofToday = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
  const today = dayIn(new Date(), timeZone);
  return (at: string | null): string =>
    at === null ? '' : (dayIn(at, timeZone) === today ? ofToday : written).format(new Date(at));
};

/** How to check the log with nothing of this desk's at hand, and the head to note down meanwhile. */
function HowTo({ chain, onClose }: { readonly chain: ChainState; readonly onClose: () => void }) {
  const t = useT();
  const command = 'npm run verify-log -- /caminho/da/copia';
  return (
    <TitledDialog look="page" title={t('audit.chain.how')} onClose={onClose}>
      <ol className="numbered col gap-12 mb-16">
        <li>{t('audit.chain.how.copy')}</li>
        <li>
          {t('audit.chain.how.run')}
          <code className="caption anywhere select-all block p-8-12 r-md bg-2 mt-4">{command}</code>
        </li>
        <li>
          {t('audit.chain.how.head')}
          <code className="caption anywhere select-all block p-8-12 r-md bg-2 mt-4">{`${command} --head ${chain.head}`}</code>
        </li>
      </ol>
      <p className="muted">{t('audit.chain.how.rule')}</p>
      <p className="muted mt-8">{t('audit.chain.how.limits')}</p>
    </TitledDialog>
  );
}

/** Returns what there is to say of the chain: only what a verification found, and since when it was not asked again. */
function sentenceOf(chain: ChainState): 'none' | 'broken' | 'whole' | 'unchecked' {
  if (chain.check && !chain.check.holds) return 'broken';
  if (chain.total === 0) return 'none';
  return chain.check === null || chain.check.sealed === 0 ? 'unchecked' : 'whole';
}
const tones = { none: '', unchecked: '', whole: 'c-ok', broken: 'c-err' };
const icons = { none: ShieldQuestion, unchecked: ShieldQuestion, broken: ShieldAlert, whole: ShieldCheck };

/** Whether the log is whole: how far it is chained, when that was last verified, what is not sealed yet. */
export const ChainLine = () => {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const { user } = useSession();
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { data: chain } = useQuery(chainQuery);
  const check = useMutation({
    mutationFn: checkChain,
    onSuccess: (found) => cache.setQueryData(keys.chain, found),
    onError: notifyError,
  });
  if (chain === undefined)
    return <div className="au-chain row gap-12 fixed small lh-18 h-44 mb-12 r-lg" aria-hidden="true" />;
  const at = instants(locale, user.company.timeZone);
  const is = sentenceOf(chain);
  const Icon = icons[is];
  const number = new Intl.NumberFormat(locale);
  const { check: last, unsealed } = chain;
  return (
    <>
      <div className={`au-chain row phone-wrap gap-12 fixed small lh-18 h-44 mb-12 r-lg ${tones[is]}`}>
        <Icon size={20} aria-hidden="true" />
        <p className="grow" role="status">
          <b>{t(`audit.chain.${is}`)}</b>{' '}
          {is === 'none'
            ? t('audit.chain.none.text')
            : t('audit.chain.length', { total: number.format(chain.total), at: at(chain.throughAt) })}{' '}
          {is === 'broken' && last
            ? t('audit.chain.problems', { smart_count: last.problemCount, at: at(last.at) })
            : is === 'whole' && last
              ? t('audit.chain.checked', { at: at(last.at), sealed: number.format(last.intact) })
              : null}{' '}
          {unsealed.count > 0
            ? t('audit.chain.unsealed', {
                smart_count: unsealed.count,
                count: `${number.format(unsealed.count)}${unsealed.isMore ? '+' : ''}`,
              })
            : null}
          {last?.problems.map((one) => (
            <span key={`${one.position} ${one.stream}`} className="anywhere mono block">
              {t('audit.chain.problem', { type: one.type, position: one.position, stream: one.stream })}
            </span>
          ))}
        </p>
        <span className="wide-only flex gap-2" aria-hidden="true">
          <LinkIcon size={16} />
          <LinkIcon size={16} />
          <LinkIcon size={16} />
        </span>
        <Button
          size="small"
          color="inherit"
          className="phone-h-40"
          aria-busy={check.isPending}
          onClick={() => (check.isPending ? undefined : check.mutate())}
        >
          <ShieldCheck size={16} aria-hidden="true" />
          {t(check.isPending ? 'audit.chain.checking' : 'audit.chain.check')}
        </Button>
        <Button size="small" color="inherit" onClick={() => setOpen(true)}>
          <FileCheck2 size={16} aria-hidden="true" />
          {t('audit.chain.how')}
        </Button>
      </div>
      {isOpen ? <HowTo chain={chain} onClose={() => setOpen(false)} /> : null}
    </>
  );
};
