import { z } from 'zod';
import type { ChannelSetting } from '../../../channels/channel.ts';
import { channelOf } from '../../../channels/known.ts';
import type { ConnectionSettings } from '../../../domain/connection/settings.ts';
import { ownText } from '../../shell/channels.ts';
import { useT } from '../../shell/i18n.ts';

interface Props {
  /** Prefix of the fields' ids. */
  readonly id: string;
  readonly channel: string;
  /** By name; one that is not there is as usual. */
  readonly values: ConnectionSettings;
  readonly errors: Readonly<Record<string, string>>;
  readonly said: (code: string) => string;
  readonly onChange: (values: ConnectionSettings) => void;
}

/** What connections of a channel may be set to besides what all may, by the channel's own declaration. */
export const SettingFields = ({ id, channel, values, errors, said, onChange }: Props) => {
  const t = useT();
  return (channelOf(channel)?.settings ?? []).map(({ name, schema: made, usual }: ChannelSetting) => {
    const schema = made(z);
    const field = `${id}-setting-${name}`;
    const label = t(`channel.${channel}.setting.${name}`);
    const problem = errors[`settings.${name}`];
    const hint = problem === undefined ? ownText(t, channel, `setting.${name}.hint`) : said(problem);
    const value = values[name] ?? usual;
    const set = (next: ConnectionSettings[string]) => onChange({ ...values, [name]: next });
    const common = {
      id: field,
      'aria-invalid': problem !== undefined,
      'aria-describedby': hint === undefined ? undefined : `${field}-hint`,
      className: problem === undefined ? 'in-t' : 'in-t err',
    };
    const about =
      hint === undefined ? null : (
        <p
          id={`${field}-hint`}
          className={problem ? 'hint err' : 'hint'}
          role={problem ? 'alert' : undefined}
        >
          {hint}
        </p>
      );
    if (schema.type === 'boolean')
      return (
        <div key={name} className="field">
          <label className="row">
            <input
              type="checkbox"
              id={field}
              aria-describedby={common['aria-describedby']}
              checked={value === true}
              onChange={(event) => set(event.currentTarget.checked)}
            />
            {label}
          </label>
          {about}
        </div>
      );
    return (
      <div key={name} className="field">
        <label htmlFor={field}>{label}</label>
        {schema.type === 'enum' ? (
          <select {...common} value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
            {schema.options.map((option) => (
              <option key={option} value={option}>
                {t(`channel.${channel}.setting.${name}.${option}`)}
              </option>
            ))}
          </select>
        ) : schema.type === 'number' ? (
          <input
            {...common}
            type="number"
            min={schema.minValue ?? undefined}
            max={schema.maxValue ?? undefined}
            value={Number(value)}
            onChange={(event) => set(Number(event.currentTarget.value))}
          />
        ) : (
          <input
            {...common}
            type="text"
            autoComplete="off"
            maxLength={schema.maxLength ?? undefined}
            value={String(value)}
            onChange={(event) => set(event.currentTarget.value)}
          />
        )}
        {about}
      </div>
    );
  });
};
