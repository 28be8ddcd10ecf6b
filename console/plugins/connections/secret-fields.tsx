import { channelOf } from '../../../channels/known.ts';
import { useT } from '../../shell/i18n.ts';

interface Props {
  /** Prefix of the fields' ids. */
  readonly id: string;
  readonly channel: string;
  /** It has secrets already: one that is left empty stays as it is. */
  readonly kept: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly said: (code: string) => string;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** What a channel needs to be told before it lets us in, by its own declaration. Typed, and never shown again. */
export const SecretFields = ({ id, channel, kept, values, errors, said, onChange }: Props) => {
  const t = useT();
  return (channelOf(channel)?.secrets ?? []).map(({ name }) => {
    const field = `${id}-secret-${name}`;
    const problem = errors[`secrets.${name}`];
    return (
      <div key={name} className="field">
        <label htmlFor={field}>{t(`channel.${channel}.field.${name}`)}</label>
        <input
          id={field}
          type="password"
          autoComplete="off"
          className={problem ? 'in-t err' : 'in-t'}
          value={values[name] ?? ''}
          maxLength={2_000}
          aria-invalid={problem !== undefined}
          aria-describedby={problem || kept ? `${field}-hint` : undefined}
          onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
        />
        {problem ? (
          <p id={`${field}-hint`} className="hint err" role="alert">
            {said(problem)}
          </p>
        ) : kept ? (
          <p id={`${field}-hint`} className="hint">
            {t('connections.secretKept')}
          </p>
        ) : null}
      </div>
    );
  });
};
