import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { NumberInput, useRecordContext } from 'react-admin';
import type { InputPart, RecordParts, Row } from '../../console/plugins/records/parts.ts';
import { api } from '../../console/shell/api.ts';
import { AnsweredQueues, answeredTexts } from '../../console/shell/assistant-trial/answered-queues.tsx';
import { TryButton, tryTexts } from '../../console/shell/assistant-trial/try-button.tsx';
import { intlLocale, useLocale, useT } from '../../console/shell/i18n.ts';
import { useSession } from '../../console/shell/session.tsx';
import type { PromptSpending } from '../../contract/assistant.ts';
import { texts } from '../../domain/records/declare.ts';
import './screens.css';

const spendingQuery = queryOptions({
  queryKey: ['promptSpending'],
  queryFn: ({ signal }) => api<PromptSpending>('/prompt/spending', { signal }),
  refetchInterval: 30_000,
});

type Prompt = PromptSpending['prompts'][number];

/** Returns what all and each have cost today; undefined: not known. */
const useSpending = (): PromptSpending | undefined => useQuery(spendingQuery).data;
function useFormat() {
  const format = new Intl.NumberFormat(intlLocale[useLocale()]);
  return (tokens: number) => format.format(tokens);
}
const useSpentText = () => {
  const t = useT();
  const format = useFormat();
  return ({ tokens, dailyTokens }: Pick<Prompt, 'tokens' | 'dailyTokens'>) =>
    t(dailyTokens === 0 ? 'records.prompt.spent' : 'records.prompt.spentOf', {
      tokens: format(tokens),
      most: format(dailyTokens),
    });
};
const part = (tokens: number, all: number) => `${all === 0 ? 0 : 100 * Math.min(1, tokens / all)}%`;

/** What a prompt has cost today, of what it may. */
const Spent = () => {
  const row = useRecordContext<Row>();
  const said = useSpentText();
  const spending = useSpending();
  if (row === undefined) return null;
  const dailyTokens = Number(row.dailyTokens ?? 0);
  const tokens = spending?.prompts.find(({ id }) => id === row.id)?.tokens ?? 0;
  return (
    <span className="pr-spent nowrap gap-4">
      {said({ tokens, dailyTokens })}
      {dailyTokens === 0 ? null : (
        <span className={`meter ${tokens >= dailyTokens ? 'c-err' : ''}`} aria-hidden="true">
          <i style={{ width: part(tokens, dailyTokens) }} />
        </span>
      )}
    </span>
  );
};

/** The day's limit, and what is used of it by now. */
const Limit = ({ source }: InputPart) => {
  const t = useT();
  const row = useRecordContext<Row>();
  const spentText = useSpentText();
  const own = useSpending()?.prompts.find(({ id }) => id === row?.id);
  return (
    <NumberInput
      source={source}
      helperText={
        <>
          {t('resources.prompts.help.dailyTokens')}
          {own ? ` ${t('records.prompt.today')}: ${spentText(own)}.` : null}
        </>
      }
    />
  );
};

/** What all prompts have cost today, each its part of the bar, and where that leads to. */
const Today = ({ prompts, ...all }: PromptSpending) => {
  const t = useT();
  const format = useFormat();
  const spentText = useSpentText();
  const locale = intlLocale[useLocale()];
  const { timeZone } = useSession().user.company;
  const { tokens, dailyTokens, byDayEnd, endsAt } = all;
  const at = new Date(endsAt).toLocaleTimeString(locale, { timeZone, hour: '2-digit', minute: '2-digit' });
  const spentPrompts = prompts.filter((prompt) => prompt.tokens > 0).sort((a, b) => b.tokens - a.tokens);
  return (
    <section
      className="card fixed grid pairs gap-24 small p-16 phone-one mb-16"
      aria-label={t('records.prompt.today')}
    >
      <div>
        <h2 className="small regular muted">{t('records.prompt.today')}</h2>
        <p className="num">
          <b className="figure">{format(tokens)}</b>{' '}
          {t(dailyTokens === 0 ? 'records.prompt.tokens' : 'records.prompt.of', {
            most: format(dailyTokens),
          })}
        </p>
      </div>
      <div className="self-center">
        <span className="meter wide mb-8" aria-hidden="true">
          {spentPrompts.map((prompt, index) => (
            <i
              key={prompt.id}
              title={`${prompt.name}: ${spentText(prompt)}`}
              style={{
                width: part(prompt.tokens, dailyTokens || tokens),
                opacity: Math.max(0.3, 1 - index * 0.25),
              }}
            />
          ))}
        </span>
        <p className="muted">
          {byDayEnd === null ? null : t('records.prompt.pace', { tokens: format(byDayEnd) })}{' '}
          {t('records.prompt.anew', { at })}
        </p>
      </div>
    </section>
  );
};

/** The provider's free credit ends one day; what was spent today stands above it. */
const Credit = () => {
  const t = useT();
  const spending = useSpending();
  return (
    <>
      {spending && spending.tokens > 0 ? <Today {...spending} /> : null}
      <p className="banner c-info fixed r-md mb-16" role="note">
        <Info size={18} aria-hidden="true" />
        <span className="grow">{t('records.prompt.credit')}</span>
      </p>
    </>
  );
};

const Try = ({ row }: { readonly row: Row }) => {
  const cache = useQueryClient();
  return (
    <TryButton
      path={`/prompt/${row.id}/test`}
      name={String(row.name)}
      onTried={() => cache.invalidateQueries(spendingQuery)}
    />
  );
};

const BeforeDelete = ({ row }: { readonly row: Row }) => <AnsweredQueues field="promptId" id={row.id} />;

export const parts: RecordParts = {
  above: Credit,
  beforeDelete: BeforeDelete,
  cells: { dailyTokens: Spent },
  inputs: { dailyTokens: Limit },
  rowActions: Try,
  texts: {
    ...tryTexts,
    ...answeredTexts,
    'records.prompt.credit': texts(
      'O crédito gratuito do provedor expira. Se as respostas pararem, confira o saldo e faça uma recarga na conta de vocês.',
      'The provider’s free credit expires. If answers stop, check the balance and recharge your account there.',
      'El crédito gratuito del proveedor vence. Si las respuestas se detienen, verifique el saldo y recargue su cuenta.',
    ),
    'records.prompt.today': texts('Gasto de hoje', 'Spent today', 'Gasto de hoy'),
    'records.prompt.of': texts('de %{most} tokens', 'of %{most} tokens', 'de %{most} tokens'),
    'records.prompt.tokens': texts('tokens', 'tokens', 'tokens'),
    'records.prompt.pace': texts(
      'Neste ritmo fecha o dia em %{tokens}. Ao chegar no limite, um atendente assume.',
      'At this pace the day ends at %{tokens}. Once a limit is reached an agent takes over.',
      'A este ritmo el día cierra en %{tokens}. Al llegar al límite, un agente continúa.',
    ),
    'records.prompt.anew': texts(
      'A conta recomeça às %{at}.',
      'The count begins anew at %{at}.',
      'La cuenta empieza de nuevo a las %{at}.',
    ),
    'records.prompt.spent': texts('%{tokens} tokens', '%{tokens} tokens', '%{tokens} tokens'),
    'records.prompt.spentOf': texts(
      '%{tokens} de %{most} tokens',
      '%{tokens} of %{most} tokens',
      '%{tokens} de %{most} tokens',
    ),
  },
};
