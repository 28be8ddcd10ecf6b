import { type FormEvent, useId, useState } from 'react';
import type { ConnectionView } from '../../../domain/views/index.ts';
import { ApiError, api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { phone } from '../../shell/phone.ts';

/** Four and four, as the phone asks for them. */
const grouped = (code: string): string => code.replace(/^(.{4})(.{4})$/u, '$1-$2');

/** Which phone is to be paired, then the code that is typed into it. */
export const CodeWay = ({ connection }: { readonly connection: ConnectionView }) => {
  const t = useT();
  const id = useId();
  const [number, setNumber] = useState(() => phone(connection.number));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { pairingCode } = connection;
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await api(`/whatsappsession/${connection.id}`, { method: 'PUT', body: { number } });
    } catch (error) {
      const found = error instanceof ApiError ? error.errors?.number : undefined;
      if (found === undefined) notifyError(error);
      else setProblem(t(`fields.${found}`, { _: t('fields.invalid') }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="cx-typed">
      {pairingCode === '' || pairingCode === undefined ? null : (
        <output className="cx-letters" aria-label={t('connections.code.label')}>
          {grouped(pairingCode)}
        </output>
      )}
      {pairingCode ? (
        <ol>
          <li>{t('connections.qr.step1')}</li>
          <li>{t('connections.code.step2')}</li>
          <li>{t('connections.code.step3')}</li>
        </ol>
      ) : (
        <form className="cx-ask" onSubmit={ask} noValidate>
          <div className="field">
            <label htmlFor={`${id}-number`}>{t('connections.code.number')}</label>
            <input
              id={`${id}-number`}
              className={problem ? 'in-t err' : 'in-t'}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={30}
              placeholder="+55 11 99999-0000"
              value={number}
              aria-invalid={problem !== undefined}
              aria-describedby={`${id}-hint`}
              onChange={(event) => {
                setNumber(event.currentTarget.value);
                setProblem(undefined);
              }}
            />
            <p
              id={`${id}-hint`}
              className={problem ? 'hint err' : 'hint'}
              {...(problem && { role: 'alert' })}
            >
              {problem ?? t('connections.code.hint')}
            </p>
          </div>
          <button type="submit" className="btn btn-primary" aria-disabled={busy}>
            {t('connections.code.ask')}
          </button>
        </form>
      )}
    </div>
  );
};
