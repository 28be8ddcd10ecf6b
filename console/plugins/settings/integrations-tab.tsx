import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, KeyRound, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { IntegrationView } from '../../../contract/integration.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { LeaveGuard } from '../../shell/form/leaving.tsx';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { IntegrationKey } from './integration-key.tsx';
import { integrationsQuery, reloadIntegrations, tryOut } from './integrations-data.ts';
import './integrations.css';

/** Returns when it was tried, as the company's clock has it. */
function useWritten(): (at: string) => string {
  const locale = intlLocale[useLocale()];
  const { timeZone } = useSession().user.company;
  const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => format.format(new Date(at));
}

const looks = {
  ok: ['c-ok', CircleCheck],
  none: ['c-none', CircleDashed],
  wrong: ['c-err', Unplug],
} as const;

/** What is known of an integration: how the last try went, and when; or that it cannot be tried yet. */
const State = ({ keys, trial }: Pick<IntegrationView, 'keys' | 'trial'>) => {
  const t = useT();
  const writtenTime = useWritten();
  const isWhole = keys.every(({ set }) => set);
  const outcome = !isWhole ? 'unset' : (trial?.outcome ?? 'untried');
  const [look, Icon] =
    looks[outcome === 'answers' ? 'ok' : outcome === 'unset' || outcome === 'untried' ? 'none' : 'wrong'];
  return (
    <div className="row wrap grow" role="status">
      <span className={`status pre ${look}`}>
        <Icon size={16} aria-hidden="true" />
        {t(`settings.trial.${outcome}`, { ms: trial?.ms, status: trial?.status })}
      </span>
      {isWhole && trial ? <span className="num subtle caption">{writtenTime(trial.at)}</span> : null}
    </div>
  );
};

interface CardProps {
  readonly integration: IntegrationView;
  /** What is typed and not saved, by key. */
  readonly drafts: Readonly<Record<string, string | undefined>>;
  readonly onDraft: (key: string, draft: string | undefined) => void;
}

const Card = ({ integration: { kind, keys, trial }, drafts, onDraft }: CardProps) => {
  const t = useT();
  const cache = useQueryClient();
  const name = t(`settings.${kind}.title`);
  const test = useMutation({
    mutationFn: () => tryOut(kind),
    onSuccess: () => reloadIntegrations(cache),
    onError: notifyError,
  });
  const isWhole = keys.every(({ set }) => set);
  return (
    <section className="card in-card" aria-labelledby={`integration-${kind}`}>
      <header className="card-h row wrap">
        <h2 id={`integration-${kind}`}>{name}</h2>
        <p className="small muted">{t('settings.integration.for')}</p>
      </header>
      <div className="col gap-12 p-8-16-16">
        {keys.map(({ key, set }) => (
          <IntegrationKey
            key={key}
            name={key}
            isSet={set}
            draft={drafts[key]}
            onDraft={(draft) => onDraft(key, draft)}
          />
        ))}
      </div>
      <footer className="row p-12-16 soft-t">
        <State keys={keys} trial={trial} />
        <Button
          size="small"
          variant="outlined"
          disabled={!isWhole}
          aria-disabled={test.isPending}
          aria-label={t('settings.integration.testOf', { name })}
          onClick={() => test.isPending || test.mutate()}
        >
          {t(test.isPending ? 'settings.integration.testing' : 'settings.integration.test')}
        </Button>
      </footer>
    </section>
  );
};

/** The systems that the company bills its customers by, and their keys. */
export const IntegrationsTab = () => {
  const t = useT();
  const { data, error, refetch } = useQuery(integrationsQuery);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | undefined>>>({});
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <SkeletonRows rows={4} />;
  return (
    <FormTheme>
      <LeaveGuard isUnsaved={Object.values(drafts).some((draft) => draft?.trim())} />
      <div className="in-grid grid gap-16 fixed top three">
        {data.map((integration) => (
          <Card
            key={integration.kind}
            integration={integration}
            drafts={drafts}
            onDraft={(key, draft) => setDrafts((all) => ({ ...all, [key]: draft }))}
          />
        ))}
      </div>
      <p className="row fixed small muted my-12">
        <KeyRound size={16} aria-hidden="true" />
        {t('settings.integration.hint')}
      </p>
    </FormTheme>
  );
};
