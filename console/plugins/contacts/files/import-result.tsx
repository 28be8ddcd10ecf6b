import { useT } from '../../../shell/i18n.ts';
import type { ImportProgress } from '../data/calls.ts';
import { ImportErrors } from './import-errors.tsx';

/** How far an import is, and what became of its rows. `progress` is undefined until the first answer. */
export const ImportResult = ({ progress }: { readonly progress: ImportProgress | undefined }) => {
  const t = useT();
  const { status, total, created, existing, refused, errors } = progress ?? {
    status: 'running',
    total: 0,
    created: 0,
    existing: 0,
    refused: 0,
    errors: [],
  };
  const seen = created + existing + refused;
  const done = status === 'done';
  const share = done ? 100 : total === 0 ? 0 : Math.round((100 * seen) / total);
  return (
    <>
      <div
        className="ct-progress"
        role="progressbar"
        aria-label={t('contacts.import.title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      <p role="status">
        {done && total === 0
          ? t('contacts.import.nothing')
          : t(done ? 'contacts.import.done' : 'contacts.import.running', { seen, total })}
      </p>
      <dl className="ct-result">
        {(
          [
            ['created', created],
            ['existing', existing],
            ['refused', refused],
          ] as const
        ).map(([kind, number]) => (
          <div key={kind}>
            <dt>{t(`contacts.import.${kind}`)}</dt>
            <dd className="num">{number}</dd>
          </div>
        ))}
      </dl>
      <ImportErrors errors={errors} refused={refused} />
    </>
  );
};
