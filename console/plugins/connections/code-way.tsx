import Button from '@mui/material/Button';
import type { FormEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import type { ConnectionView } from '../../../contract/connection.ts';
import { api } from '../../shell/api.ts';
import { TextInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useWrongFocus } from '../../shell/form/wrong-focus.ts';
import { useT } from '../../shell/i18n.ts';
import { phone } from '../contacts/offers/phone.ts';
import { PairingSteps } from './pairing-steps.tsx';

/** Returns the letters of a code four and four, as the phone asks for them. */
const groupCode = (code: string): string => code.replace(/^(.{4})(.{4})$/u, '$1-$2');

/** Whether it is a number of a phone is the server's to say. */
const schema = z.object({ number: z.string() });

/** Which phone is to be paired, then the code that is typed into it. */
export const CodeWay = ({ connection }: { readonly connection: ConnectionView }) => {
  const t = useT();
  const { pairingCode } = connection;
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: { number: phone(connection.number) },
    save: (body) => api(`/whatsappsession/${connection.id}`, { method: 'PUT', body }),
  });
  const { element, tried } = useWrongFocus(busy);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    tried();
    void onSubmit();
  };
  return (
    <div className="grid gap-20 narrow full">
      {pairingCode === '' || pairingCode === undefined ? null : (
        <output className="cx-letters select-all boxed r-lg bg-2" aria-label={t('connections.code.label')}>
          {groupCode(pairingCode)}
        </output>
      )}
      {pairingCode ? (
        <PairingSteps
          steps={['connections.qr.step1', 'connections.code.step2', 'connections.code.step3'].map((step) =>
            t(step, { _: step }),
          )}
        />
      ) : (
        <FormProvider {...form}>
          <form ref={element} className="cx-ask grid start-x gap-16" onSubmit={ask} noValidate>
            <TextInput<z.input<typeof schema>>
              name="number"
              label={t('connections.code.number')}
              like={t('connections.code.hint')}
              hint={t('connections.code.hint')}
              type="tel"
              htmlInput={{ inputMode: 'tel', maxLength: 30 }}
              autoComplete="tel"
              placeholder="+55 11 99999-0000"
            />
            <Button type="submit" variant="contained" aria-disabled={busy} aria-busy={busy}>
              {t('connections.code.ask')}
            </Button>
          </form>
        </FormProvider>
      )}
    </div>
  );
};
