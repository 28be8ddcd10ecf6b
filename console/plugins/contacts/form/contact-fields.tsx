import Button from '@mui/material/Button';
import { Plus, Trash2 } from 'lucide-react';
import { v7 as newId } from 'uuid';
import { LabelledField } from '../../../shell/form/fields.tsx';
import { useT } from '../../../shell/i18n.ts';
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

/** The server takes no more beside a contact. */
const mostExtra = 50;

const kinds = { name: 'text', number: 'tel', email: 'email' } as const;

type PartProps = Pick<Props, 'values' | 'onChange'> & {
  readonly said: (field: string) => string | undefined;
};

/** What a company writes down about somebody: as many names and values as it likes. */
function ExtraInfo({ values, onChange, said }: PartProps) {
  const t = useT();
  const { extraInfo } = values;
  const change = (index: number, part: { name?: string; value?: string }) =>
    onChange({
      ...values,
      extraInfo: extraInfo.map((item, at) => (at === index ? { ...item, ...part } : item)),
    });
  return (
    <fieldset className="col gap-12 top">
      <legend className="small semibold mb-8">{t('contact.extra')}</legend>
      {extraInfo.map((item, index) => (
        <div key={item.id} className="extra-info-row grid gap-8 full">
          <LabelledField
            label={t('contact.extraName')}
            wrong={said(`extraInfo.${index}.name`)}
            htmlInput={{ maxLength: 100 }}
            value={item.name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <LabelledField
            label={t('contact.extraValue')}
            wrong={said(`extraInfo.${index}.value`)}
            htmlInput={{ maxLength: 1000 }}
            value={item.value}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <IconButton
            label={t('contact.removeExtra')}
            icon={Trash2}
            onClick={() => onChange({ ...values, extraInfo: extraInfo.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <Button
        variant="outlined"
        disabled={extraInfo.length >= mostExtra}
        onClick={() =>
          onChange({ ...values, extraInfo: [...extraInfo, { id: newId(), name: '', value: '' }] })
        }
      >
        <Plus size={16} />
        {t('contact.addExtra')}
      </Button>
    </fieldset>
  );
}

/** A contact's fields, in every dialog that asks for them. */
export function ContactFields({ values, errors, onChange, extra = false, focus }: Props) {
  const t = useT();
  const errorOf = (field: string) => {
    const code = errors[field];
    return code === undefined ? undefined : t(`contact.error.${code}`);
  };
  return (
    <>
      {(['name', 'number', 'email'] as const).map((name) => (
        <LabelledField
          key={name}
          label={t(`contact.${name}`)}
          optional={name === 'email'}
          wrong={errorOf(name)}
          hint={name === 'number' ? t('contact.numberHint') : undefined}
          type={kinds[name]}
          htmlInput={{ inputMode: kinds[name] }}
          autoFocus={focus === name}
          value={values[name]}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
        />
      ))}
      {extra ? <ExtraInfo values={values} onChange={onChange} said={errorOf} /> : null}
    </>
  );
}
