import FormHelperText from '@mui/material/FormHelperText';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addDays } from 'date-fns/addDays';
import { useFormState } from 'react-hook-form';
import { z } from 'zod';
import { type ApiScope, apiScopes } from '../../../domain/api-token/scopes.ts';
import { connectionsQuery } from '../../shell/connections.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { CheckInput, TextInput, useCodeText } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { createToken, tokensQuery } from './data.ts';

const lives = ['30', '90', '180', '365', ''] as const;
/** What can be asked for so far. */
const schema = z.object({
  name: z.string().trim().min(1).max(60),
  scopes: z.array(z.enum(apiScopes)).min(1, 'required'),
  connectionId: z.string(),
  days: z.enum(lives),
});

/** What is refused to a token of one connection. */
const companyWide: ReadonlySet<string> = new Set<ApiScope>(['events:read', 'webhooks:manage']);

function Scopes() {
  const t = useT();
  const { errors } = useFormState<z.input<typeof schema>>();
  const errorText = useCodeText()(errors.scopes?.message);
  return (
    <fieldset>
      <legend className="small medium">{t('external.may')}</legend>
      {apiScopes.map((scope) => (
        <CheckInput key={scope} name="scopes" choice={scope} label={t(`external.scope.${scope}`)} />
      ))}
      {errorText === undefined ? null : (
        <FormHelperText error role="alert">
          {errorText}
        </FormHelperText>
      )}
    </fieldset>
  );
}

interface Props {
  /** Whose token it becomes unless another is chosen; absent: any of the company's. */
  readonly connectionId?: string;
  readonly onMade: (made: { name: string; secret: string }) => void;
  readonly onClose: () => void;
}

/** Makes a token: what for, by which connection, until when. */
export function TokenDialog({ connectionId = '', onMade, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: { name: '', scopes: ['messages:send' as const], connectionId, days: '180' as const },
    save: async ({ days, connectionId: id, ...token }) => {
      const made = await createToken({
        ...token,
        connectionId: id === '' ? null : id,
        expiresAt: days === '' ? null : addDays(new Date(), Number(days)).toISOString(),
      });
      await cache.invalidateQueries({ queryKey: tokensQuery.queryKey });
      onMade(made);
    },
  });
  const { scopes, connectionId: chosen } = form.watch();
  const isTooMuch = chosen !== '' && scopes.some((scope) => companyWide.has(scope));
  const choices = [{ value: '', label: t('external.anyConnection') }].concat(
    connections.map(({ id, name }) => ({ value: id, label: name })),
  );
  return (
    <FormDialog
      title={t('external.new')}
      submit={t('external.create')}
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput name="name" label={t('external.name')} hint={t('external.name.hint')} autoFocus />
      <Scopes />
      <TextInput
        name="connectionId"
        label={t('external.connection')}
        choices={choices}
        {...(isTooMuch && { hint: t('external.companyWide') })}
      />
      <TextInput
        name="days"
        label={t('external.expires')}
        choices={lives.map((days) => ({
          value: days,
          label: days === '' ? t('external.never') : t('external.days', { days }),
        }))}
      />
    </FormDialog>
  );
}
