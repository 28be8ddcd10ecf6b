import { queryOptions, useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import type { RecordParts, Row } from '../../console/plugins/records/parts.ts';
import { api } from '../../console/shell/api.ts';
import { TryButton, tryTexts } from '../../console/shell/assistant-trial/try-button.tsx';
import { intlLocale, useLocale, useT } from '../../console/shell/i18n.ts';
import type { PromptSpending } from '../../contract/assistant.ts';
import { texts } from '../../domain/records/declare.ts';
import './screens.css';

const spendingQuery = queryOptions({
  queryKey: ['promptSpending'],
  queryFn: ({ signal }) => api<PromptSpending>('/prompt/spending', { signal }),
  refetchInterval: 30_000,
});

/** What a prompt has cost today, of what it may. */
const Spent = ({ name, tokens, dailyTokens }: PromptSpending['prompts'][number]) => {
  const t = useT();
  const format = new Intl.NumberFormat(intlLocale[useLocale()]);
  const part = dailyTokens === 0 ? 0 : Math.min(1, tokens / dailyTokens);
  const values = { tokens: format.format(tokens), most: format.format(dailyTokens) };
  return (
    <li>
      <span>{name}</span>
      <span className="num">
        {t(dailyTokens === 0 ? 'records.prompt.spent' : 'records.prompt.spentOf', values)}
      </span>
      {dailyTokens === 0 ? null : (
        <span className={`meter ${part >= 1 ? 'c-err' : ''}`} aria-hidden="true">
          <i style={{ width: `${100 * part}%` }} />
        </span>
      )}
    </li>
  );
};

/** The provider's free credit ends one day; what was spent today stands beside it. */
const Credit = () => {
  const t = useT();
  const spent = (useQuery(spendingQuery).data?.prompts ?? []).filter(({ tokens }) => tokens > 0);
  return (
    <>
      <p className="banner c-info pr-note" role="note">
        <Info size={18} aria-hidden="true" />
        {t('records.prompt.credit')}
      </p>
      {spent.length === 0 ? null : (
        <section className="card pr-spent" aria-label={t('records.prompt.today')}>
          <h2>{t('records.prompt.today')}</h2>
          <ul>
            {spent.map((one) => (
              <Spent key={one.id} {...one} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
};

const Try = ({ row }: { readonly row: Row }) => (
  <TryButton path={`/prompt/${row.id}/test`} name={String(row.name)} />
);

export const parts: RecordParts = {
  above: Credit,
  rowActions: Try,
  texts: {
    ...tryTexts,
    'records.prompt.credit': texts(
      'O crédito gratuito do provedor expira. Se as respostas pararem, confira o saldo e faça uma recarga na conta de vocês.',
      'The provider’s free credit expires. If answers stop, check the balance and recharge your account there.',
      'El crédito gratuito del proveedor vence. Si las respuestas se detienen, verifique el saldo y recargue su cuenta.',
    ),
    'records.prompt.today': texts('Gasto de hoje', 'Spent today', 'Gasto de hoy'),
    'records.prompt.spent': texts('%{tokens} tokens', '%{tokens} tokens', '%{tokens} tokens'),
    'records.prompt.spentOf': texts(
      '%{tokens} de %{most} tokens',
      '%{tokens} of %{most} tokens',
      '%{tokens} de %{most} tokens',
    ),
  },
};
