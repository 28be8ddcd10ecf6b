import { channelOf } from '../../../channels/known.ts';
import { useT } from '../../shell/i18n.ts';

/** By name; null: it is to be removed. */
export type TypedSecrets = Readonly<Record<string, string | null>>;

interface Props {
  /** Prefix of the fields' ids. */
  readonly id: string;
  readonly channel: string;
  /** What is shown of those it has already, by name: one that is left empty stays as it is. */
  readonly kept: Readonly<Record<string, string>>;
  readonly values: TypedSecrets;
  readonly errors: Readonly<Record<string, string>>;
  readonly said: (code: string) => string;
  readonly onChange: (values: TypedSecrets) => void;
}

/** What a channel needs to be told before it lets us in, by its own declaration. Typed, and never shown again. */
export const SecretFields = ({ id, channel, kept, values, errors, said, onChange }: Props) => {
  const t = useT();
  return (channelOf(channel)?.secrets ?? []).map(({ name, required, holds }) => {
    const field = `${id}-secret-${name}`;
    const problem = errors[`secrets.${name}`];
    const label = t(`channel.${channel}.field.${name}`);
    const shown = kept[name];
    const goes = values[name] === null;
    const hint = goes
      ? t('connections.secretGoes')
      : shown
        ? t('connections.secretShown', { shown })
        : shown === ''
          ? t('connections.secretKept')
          : holds === 'proxy'
            ? t('connections.proxyLike')
            : undefined;
    return (
      <div key={name} className="field">
        <label htmlFor={field}>
          {label}
          {required ? null : (
            <>
              {' '}
              <em>· {t('connections.optional')}</em>
            </>
          )}
        </label>
        <div className="row">
          <input
            id={field}
            type="password"
            autoComplete="off"
            className={problem ? 'in-t grow err' : 'in-t grow'}
            value={values[name] ?? ''}
            disabled={goes}
            maxLength={2_000}
            aria-invalid={problem !== undefined}
            aria-describedby={problem || hint ? `${field}-hint` : undefined}
            onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
          />
          {required || shown === undefined ? null : (
            <button
              type="button"
              className="btn btn-text"
              onClick={() => onChange({ ...values, [name]: goes ? '' : null })}
            >
              {goes ? t('connections.secretStays') : t('connections.secretRemove', { field: label })}
            </button>
          )}
        </div>
        {problem ? (
          <p id={`${field}-hint`} className="hint err" role="alert">
            {said(problem)}
          </p>
        ) : hint ? (
          <p id={`${field}-hint`} className="hint">
            {hint}
          </p>
        ) : null}
      </div>
    );
  });
};
