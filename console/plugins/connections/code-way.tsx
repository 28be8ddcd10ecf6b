import Button from '@mui/material/Button';
import { type FormEvent, useRef, useState } from 'react';
import type { ConnectionView } from '../../../contract/connection.ts';
import { ApiError, api } from '../../shell/api.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { phone } from '../contacts/offers/phone.ts';

/** Four and four, as the phone asks for them. */
const groupCode = (code: string): string => code.replace(/^(.{4})(.{4})$/u, '$1-$2');

/** Which phone is to be paired, then the code that is typed into it. */
export const CodeWay = ({ connection }: { readonly connection: ConnectionView }) => {
  const t = useT();
  const [number, setNumber] = useState(() => phone(connection.number));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
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
      else {
        setProblem(t(`fields.${found}`, { _: t('fields.invalid') }));
        field.current?.focus();
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-20 narrow full">
      {pairingCode === '' || pairingCode === undefined ? null : (
        <output className="cx-letters select-all boxed r-lg bg-2" aria-label={t('connections.code.label')}>
          {groupCode(pairingCode)}
        </output>
      )}
      {pairingCode ? (
        <ol>
          <li>{t('connections.qr.step1')}</li>
          <li>{t('connections.code.step2')}</li>
          <li>{t('connections.code.step3')}</li>
        </ol>
      ) : (
        <form className="cx-ask grid start-x gap-16" onSubmit={ask} noValidate>
          <LabelledField
            label={t('connections.code.number')}
            wrong={problem}
            like={t('connections.code.hint')}
            hint={t('connections.code.hint')}
            type="tel"
            htmlInput={{ inputMode: 'tel', maxLength: 30 }}
            autoComplete="tel"
            placeholder="+55 11 99999-0000"
            inputRef={field}
            value={number}
            onChange={(event) => {
              setNumber(event.target.value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" variant="contained" aria-disabled={busy} aria-busy={busy}>
            {t('connections.code.ask')}
          </Button>
        </form>
      )}
    </div>
  );
};
