import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { LetterList, LetterView } from '../../../contract/mail.ts';
import { api } from '../../shell/api.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import './mails.css';

const query = {
  queryKey: ['mails'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api<LetterList>('/mails', { signal }),
  // Somebody waits for a code: what was written a moment ago is to be there.
  refetchInterval: 5_000,
};

function LetterRow({ letter }: { readonly letter: LetterView }) {
  const locale = useLocale();
  const at =
    letter.at && new Date(letter.at).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <details className="ml-letter">
      <summary className="grid press p-12-16">
        <span className="medium narrow anywhere">{letter.subject}</span>
        <span className="muted narrow anywhere">{letter.to}</span>
        <time className="muted narrow anywhere nowrap" dateTime={letter.at ?? undefined}>
          {at}
        </time>
      </summary>
      <p className="max-760 p-8-16-16 anywhere pre">{letter.text.trim()}</p>
    </details>
  );
}

/** /mails: what would have gone out by mail. */
export function MailsPage() {
  const t = useT();
  const { data, error, isPending, isFetching, refetch } = useQuery(query);
  return (
    <section className="page scroll">
      <PageHeader title={t('mails.title')}>
        <Button variant="outlined" aria-busy={isFetching} onClick={() => void refetch()}>
          <RotateCw size={16} aria-hidden="true" />
          {t('mails.reload')}
        </Button>
      </PageHeader>
      <div className="card parted">
        {isPending ? <SkeletonRows rows={5} /> : null}
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {data?.mails.length === 0 ? (
          <EmptyState
            title={t('mails.empty')}
            text={t(data.hasServer ? 'mails.empty.server' : 'mails.empty.folder')}
          />
        ) : null}
        {data?.mails.map((letter) => (
          <LetterRow key={letter.name} letter={letter} />
        ))}
      </div>
    </section>
  );
}
