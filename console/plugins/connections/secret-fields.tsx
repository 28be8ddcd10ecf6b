import Button from '@mui/material/Button';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { channelOf } from '../../../channels/known.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';

/** By name; null: it is to be removed. */
export type TypedSecrets = Readonly<Record<string, string | null>>;

interface Props {
  readonly channel: string;
  /** What is shown of those it has already, by name: one that is left empty stays as it is. */
  readonly keptSecrets: Readonly<Record<string, string>>;
  readonly values: TypedSecrets;
  readonly errors: Readonly<Record<string, string>>;
  readonly said: (code: string) => string;
  readonly onChange: (values: TypedSecrets) => void;
}

/** What a channel needs to be told before it lets us in, by its own declaration. Once saved it is never shown again. */
export const SecretFields = ({ channel, keptSecrets: kept, values, errors, said, onChange }: Props) => {
  const t = useT();
  const [seen, setSeen] = useState<Readonly<Record<string, boolean>>>({});
  return (channelOf(channel)?.secrets ?? []).map(({ name, required, holds }) => {
    const problem = errors[`secrets.${name}`];
    const label = t(`channel.${channel}.field.${name}`);
    const shownSecret = kept[name];
    const value = values[name];
    const goes = value === null;
    const see = seen[name] === true;
    const like = holds === 'proxy' ? t('connections.proxyLike') : undefined;
    const hint = goes
      ? t('connections.secretGoes')
      : shownSecret
        ? t('connections.secretShown', { shown: shownSecret })
        : shownSecret === ''
          ? t('connections.secretKept')
          : like;
    return (
      <div key={name} className="flex gap-8 top">
        <LabelledField
          label={label}
          optional={!required}
          wrong={problem === undefined ? undefined : said(problem)}
          // What it should look like is of most use when it does not.
          like={like}
          hint={hint}
          type={see ? 'text' : 'password'}
          spellCheck={false}
          value={value ?? ''}
          disabled={goes}
          htmlInput={{ maxLength: 2_000 }}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          end={
            value ? (
              <IconButton
                small
                icon={see ? EyeOff : Eye}
                label={t(see ? 'connections.secretHide' : 'connections.secretSee', { field: label })}
                onClick={() => setSeen({ ...seen, [name]: !see })}
              />
            ) : undefined
          }
        />
        {required || shownSecret === undefined ? null : (
          <Button
            className="by-field"
            size="large"
            {...(!goes && { 'aria-label': t('connections.secretRemove', { field: label }) })}
            onClick={() => onChange({ ...values, [name]: goes ? '' : null })}
          >
            {t(goes ? 'connections.secretStays' : 'connections.secretTakeOut')}
          </Button>
        )}
      </div>
    );
  });
};
