import Button from '@mui/material/Button';
import { type FormEvent, useRef, useState } from 'react';
import type { ConnectionView } from '../../../contract/connection.ts';
import { ApiError, api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { Field } from '../../shell/ui/field.tsx';
import { useFocusRefused } from '../../shell/ui/use-focus-refused.ts';
import { phone } from '../contacts/offers/phone.ts';

/** Four and four, as the phone asks for them. */
const grouped = (code: string): string => code.replace(/^(.{4})(.{4})$/u, '$1-$2');

/** Which phone is to be paired, then the code that is typed into it. */
export const CodeWay = ({ connection }: { readonly connection: ConnectionView }) => {
  const t = useT();
  const [number, setNumber] = useState(() => phone(connection.number));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sent = useFocusRefused(form, busy);
  const { pairingCode } = connection;
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    sent();
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
        <form ref={form} className="cx-ask" onSubmit={ask} noValidate>
          <Field
            label={t('connections.code.number')}
            error={problem === undefined ? undefined : `${problem} · ${t('connections.code.hint')}`}
            hint={t('connections.code.hint')}
          >
            {(field) => (
              <input
                {...field}
                className={problem ? 'in-t err' : 'in-t'}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                maxLength={30}
                placeholder="+55 11 99999-0000"
                value={number}
                onChange={(event) => {
                  setNumber(event.currentTarget.value);
                  setProblem(undefined);
                }}
              />
            )}
          </Field>
          <Button type="submit" variant="contained" aria-disabled={busy} aria-busy={busy}>
            {t('connections.code.ask')}
          </Button>
        </form>
      )}
    </div>
  );
};
