import { z } from 'zod';
import type { ChannelSetting } from '../../../channels/channel.ts';
import { channelOf } from '../../../channels/known.ts';
import type { ConnectionSettings } from '../../../domain/connection/settings.ts';
import { ownText } from '../../shell/channels.ts';
import { CheckField, LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';

interface Props {
  readonly channel: string;
  /** By name; one that is not there is as usual. */
  readonly values: ConnectionSettings;
  readonly errors: Readonly<Record<string, string>>;
  readonly said: (code: string) => string;
  readonly onChange: (values: ConnectionSettings) => void;
}

/** What connections of a channel may be set to besides what all may, by the channel's own declaration. */
export const SettingFields = ({ channel, values, errors, said, onChange }: Props) => {
  const t = useT();
  return (channelOf(channel)?.settings ?? []).map(({ name, schema: made, usual }: ChannelSetting) => {
    const schema = made(z);
    const problem = errors[`settings.${name}`];
    const value = values[name] ?? usual;
    const setValue = (next: ConnectionSettings[string]) => onChange({ ...values, [name]: next });
    const commonProps = {
      label: t(`channel.${channel}.setting.${name}`),
      hint: ownText(t, channel, `setting.${name}.hint`),
      wrong: problem === undefined ? undefined : said(problem),
    };
    if (schema.type === 'boolean')
      return <CheckField key={name} {...commonProps} checked={value === true} onChange={setValue} />;
    const isNumber = schema.type === 'number';
    return (
      <LabelledField
        key={name}
        {...commonProps}
        {...(isNumber && { type: 'number' })}
        value={isNumber ? Number(value) : String(value)}
        choices={
          schema.type === 'enum'
            ? schema.options.map(String).map((option) => ({
                value: option,
                label: t(`channel.${channel}.setting.${name}.${option}`),
              }))
            : undefined
        }
        htmlInput={
          schema.type === 'number'
            ? { min: schema.minValue ?? undefined, max: schema.maxValue ?? undefined }
            : schema.type === 'string'
              ? { maxLength: schema.maxLength ?? undefined }
              : undefined
        }
        onChange={({ target }) => setValue(isNumber ? Number(target.value) : target.value)}
      />
    );
  });
};
