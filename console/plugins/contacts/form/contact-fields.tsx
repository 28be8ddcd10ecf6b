import Button from '@mui/material/Button';
import { Plus, Trash2 } from 'lucide-react';
import { v7 as newId } from 'uuid';
import { useT } from '../../../shell/i18n.ts';
import { Field } from '../../../shell/ui/field.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import type { ContactValues, FieldCodes } from './contact-form.ts';

interface Props {
  readonly values: ContactValues;
  readonly errors: FieldCodes;
  readonly onChange: (values: ContactValues) => void;
  /** Without it name, number and e-mail only. */
  readonly extra?: boolean;
  readonly focus?: 'name' | 'number';
}

const kinds = {
  name: { type: 'text', complete: 'off', mode: 'text' },
  number: { type: 'tel', complete: 'off', mode: 'tel' },
  email: { type: 'email', complete: 'off', mode: 'email' },
} as const;

/** A contact's fields, in every dialog that asks for them. */
export const ContactFields = ({ values, errors, onChange, extra = false, focus }: Props) => {
  const t = useT();
  const said = (field: string) => {
    const code = errors[field];
    return code === undefined ? undefined : t(`contact.error.${code}`);
  };
  const info = (index: number, change: { name?: string; value?: string }) =>
    onChange({
      ...values,
      extraInfo: values.extraInfo.map((item, at) => (at === index ? { ...item, ...change } : item)),
    });
  return (
    <>
      {(['name', 'number', 'email'] as const).map((name) => (
        <Field
          key={name}
          label={t(`contact.${name}`)}
          optional={name === 'email'}
          error={said(name)}
          hint={name === 'number' ? t('contact.numberHint') : undefined}
        >
          {(field) => (
            <input
              {...field}
              className={errors[name] === undefined ? 'in-t lg' : 'in-t lg err'}
              type={kinds[name].type}
              inputMode={kinds[name].mode}
              autoComplete={kinds[name].complete}
              // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was just asked for
              autoFocus={focus === name}
              value={values[name]}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {extra ? (
        <fieldset className="extra-info">
          <legend>{t('contact.extra')}</legend>
          {values.extraInfo.map((item, index) => (
            <div key={item.id} className="extra-info-row">
              <Field label={t('contact.extraName')} error={said(`extraInfo.${index}.name`)}>
                {(field) => (
                  <input
                    {...field}
                    className={field['aria-invalid'] ? 'in-t lg err' : 'in-t lg'}
                    maxLength={100}
                    value={item.name}
                    onChange={(event) => info(index, { name: event.target.value })}
                  />
                )}
              </Field>
              <Field label={t('contact.extraValue')} error={said(`extraInfo.${index}.value`)}>
                {(field) => (
                  <input
                    {...field}
                    className="in-t lg"
                    maxLength={1000}
                    value={item.value}
                    onChange={(event) => info(index, { value: event.target.value })}
                  />
                )}
              </Field>
              <IconButton
                label={t('contact.removeExtra')}
                icon={Trash2}
                onClick={() => onChange({ ...values, extraInfo: values.extraInfo.toSpliced(index, 1) })}
              />
            </div>
          ))}
          <Button
            variant="outlined"
            onClick={() =>
              onChange({ ...values, extraInfo: [...values.extraInfo, { id: newId(), name: '', value: '' }] })
            }
          >
            <Plus size={16} aria-hidden="true" />
            {t('contact.addExtra')}
          </Button>
        </fieldset>
      ) : null}
    </>
  );
};
