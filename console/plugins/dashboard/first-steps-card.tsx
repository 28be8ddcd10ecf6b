import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Sparkles } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { usualChannel } from '../../../channels/known.ts';
import type { UserView } from '../../../contract/user.ts';
import { defaultSchedules } from '../../../domain/company/hours.ts';
import { ApiError, api } from '../../shell/api.ts';
import { ownText } from '../../shell/channels.ts';
import { useCodeText } from '../../shell/form/inputs.tsx';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { useSession } from '../../shell/session.tsx';
import { Slot } from '../../shell/slot.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import './first-steps.css';
import {
  type Facts,
  factsKey,
  nameFrom,
  pairedConnection,
  putAwayOf,
  type Step,
  writtenNumber,
} from './first-steps.ts';
import type { FirstStepsNow } from './use-first-steps.ts';

/** A colleague by their address: they get a link and say the rest themselves. */
const Invite = () => {
  const t = useT();
  const cache = useQueryClient();
  const attempt = useAttempt();
  const codeText = useCodeText();
  const { data: queues = [] } = useQuery(queuesQuery);
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (address: string) => {
      const body = { name: nameFrom(address), email: address, queueIds: queues.map(({ id }) => id) };
      return api<UserView>('/users', { body, idempotencyKey: attempt(body) });
    },
    onSuccess: async ({ email: address }) => {
      notify.success('dashboard.first.invited', { values: { email: address } });
      await cache.invalidateQueries({ queryKey: factsKey });
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.errors?.email : undefined;
      if (code === undefined) notifyError(error);
      setWrong(code);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const isAddress = /^\S+@\S+\.\S{2,}$/u.test(address);
    setWrong(isAddress ? undefined : address === '' ? 'required' : 'invalidEmail');
    if (isAddress && !isPending) mutate(address);
  };
  return (
    <form className="flex gap-8 phone-wrap line" onSubmit={send} noValidate>
      <span className="grow phone-line">
        <OutlinedInput
          fullWidth
          className="bg-1"
          type="email"
          value={email}
          error={wrong !== undefined}
          placeholder={t('dashboard.first.colleague.placeholder')}
          onChange={(event) => setEmail(event.target.value)}
          inputProps={{ 'aria-label': t('dashboard.first.colleague.label') }}
        />
        {wrong === undefined ? null : (
          <small className="block small lh-18 t-danger" role="alert">
            {codeText(wrong)}
          </small>
        )}
      </span>
      <Button className="phone-full" type="submit" variant="contained" aria-disabled={isPending}>
        {t('dashboard.first.colleague.act')}
      </Button>
    </form>
  );
};

/** The usual week, for the whole company, at one press. */
const UsualHours = ({ variant }: { readonly variant: 'contained' | 'outlined' }) => {
  const t = useT();
  const cache = useQueryClient();
  const { id } = useSession().user.company;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await api(`/companies/${id}/schedules`, { method: 'PUT', body: { id, schedules: defaultSchedules } });
      await api('/settings/scheduleType', {
        method: 'PUT',
        body: { key: 'scheduleType', value: 'company' },
      });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: factsKey }),
    onError: (error) => notifyError(error),
  });
  return (
    <Button variant={variant} aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {t('dashboard.first.hours.act')}
    </Button>
  );
};

/** Returns what is said of a step: what there is of it, or what it is about. */
function textOf(t: ReturnType<typeof useT>, { id, done }: Step, facts: Facts): string {
  const connection = pairedConnection(facts);
  const number = connection === undefined ? '' : writtenNumber(connection.number);
  if (id === 'number' && connection) return [connection.name, number].filter(Boolean).join(' · ');
  if (id === 'number') return ownText(t, usualChannel.kind, 'first') ?? t('dashboard.first.number.text');
  if (id === 'queue' && done) return facts.queues.map(({ name }) => name).join(', ');
  if (id === 'colleague' && done)
    return t('dashboard.first.colleague.done', { smart_count: facts.users.length });
  if (id === 'answer' && !done && number !== '') return t('dashboard.first.answer.to', { number });
  return t(`dashboard.first.${id}.${done ? 'done' : 'text'}`);
}

const Act = ({ step, isNext, facts }: { step: Step; isNext: boolean; facts: Facts }): ReactNode => {
  const t = useT();
  const variant = isNext ? 'contained' : 'outlined';
  const connection = pairedConnection(facts);
  if (step.done) return null;
  if (step.id === 'colleague' && isNext) return <Invite />;
  if (step.id === 'hours') return <UsualHours variant={variant} />;
  if (step.id === 'answer')
    return connection ? <Slot name="firstSteps.answer" props={{ connection, variant }} /> : null;
  return (
    <Button component={Link} to={step.to} variant={variant}>
      {t(`dashboard.first.${step.id}.act`)}
    </Button>
  );
};

/** The way from a sign-up to the first answer: each step is taken here or leads to its place, and ticks itself off. */
export const FirstSteps = ({ steps, facts }: FirstStepsNow) => {
  const t = useT();
  const { user } = useSession();
  const doneCount = steps.filter((step) => step.done).length;
  const nextStep = steps.find((step) => !step.done)?.id;
  const minutes = steps.reduce((sum, step) => sum + (step.done ? 0 : step.minutes), 0);
  const hide = () => {
    putAwayOf(user.id).set(true);
    notify.info('dashboard.first.hidden');
  };
  return (
    <section className="card fs fixed max-full clip left mb-16" aria-label={t('dashboard.first.title')}>
      <header className="row gap-24 phone-wrap p-16">
        <div className="grow">
          <h2 className="h1">{t('dashboard.first.title')}</h2>
          <p className="muted" role="status">
            {t('dashboard.first.count', { done: doneCount, all: steps.length })}{' '}
            {t('dashboard.first.left', { smart_count: minutes })}
          </p>
        </div>
        <span className="meter wide fixed c-ok" style={{ width: 100 }} aria-hidden="true">
          <i style={{ width: `${(doneCount / steps.length) * 100}%` }} />
        </span>
      </header>
      <ol className="steps">
        {steps.map((step, at) => (
          <li
            key={step.id}
            className={`row gap-16 soft-t p-12-16 ${step.id === nextStep ? 'wrap bg-soft' : 'phone-wrap'}`}
            data-done={step.done}
            aria-current={step.id === nextStep ? 'step' : undefined}
          >
            <i className="middle fixed muted round" aria-hidden="true">
              {step.done ? <Check size={16} /> : at + 1}
            </i>
            <span className="grow">
              <b className={step.done ? 'block lh-20 medium muted' : 'block lh-20'}>
                {t(`dashboard.first.${step.id}`)}
                {step.done ? <span className="vh"> {t('dashboard.first.done')}</span> : null}
              </b>
              <small className="block small lh-18 regular muted">{textOf(t, step, facts)}</small>
            </span>
            <Act step={step} isNext={step.id === nextStep} facts={facts} />
          </li>
        ))}
      </ol>
      <footer className="row between gap-12 line-t p-8-16">
        <span className="row gap-6 caption lh-16 subtle wide-only">
          <Sparkles size={14} aria-hidden="true" />
          {t('dashboard.first.itself')}
        </span>
        <Button className="aside" size="small" onClick={hide}>
          {t('dashboard.first.hide')}
        </Button>
      </footer>
    </section>
  );
};
