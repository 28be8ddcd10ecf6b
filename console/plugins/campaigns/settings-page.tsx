import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { FormProvider, useController } from 'react-hook-form';
import { z } from 'zod';
import { hourly } from '../../../domain/campaign/pace.ts';
import { isBuiltIn } from '../../../domain/ticket/template.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { TextInput, useCodeText } from '../../shell/form/inputs.tsx';
import { LeaveGuard } from '../../shell/form/leaving.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import './campaigns.css';
import { keys, type Settings, saveSettings, settingsQuery, wordsOf } from './data.ts';

/** The specification's choices. */
const longerIntervals = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120];
const intervals = {
  messageInterval: { choices: [0, 5, 10, 15, 20], unit: 'seconds', none: 'none' },
  longerIntervalAfter: { choices: longerIntervals, unit: 'messages', none: 'undefined' },
  greaterInterval: { choices: longerIntervals, unit: 'seconds', none: 'none' },
} as const;
const names = Object.keys(intervals) as (keyof typeof intervals)[];

interface Props {
  readonly settings: Settings;
  readonly onChange: Dispatch<SetStateAction<Settings>>;
}

/** Returns how long a thousand take: hours, where there are any, and minutes. */
const thousandOf = (perHour: number): string => {
  const minutes = Math.ceil((1_000 / perHour) * 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

function Intervals({ settings, onChange }: Props) {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const perHour = hourly(settings);
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t('campaigns.intervals')}</h2>
      </div>
      <div className="gap-16 grid top phone-one three p-12-16-16">
        {names.map((name) => {
          const { choices, unit, none } = intervals[name];
          return (
            <LabelledField
              key={name}
              label={t(`campaigns.${name}`)}
              hint={t(`campaigns.${name}.hint`)}
              value={String(settings[name])}
              choices={choices.map((count) => ({
                value: String(count),
                label:
                  count === 0
                    ? t(`campaigns.interval.${none}`)
                    : t(`campaigns.interval.${unit}`, { smart_count: count }),
              }))}
              onChange={(event) => onChange({ ...settings, [name]: Number(event.target.value) })}
            />
          );
        })}
      </div>
      <p className="cp-pace row wrap between small num p-12-16 r-md bg-soft" role="status">
        {perHour === null ? (
          <b className="t-accent">{t('campaigns.pace.none')}</b>
        ) : (
          <>
            <b className="t-accent">
              {t('campaigns.pace', { smart_count: perHour, number: perHour.toLocaleString(locale) })}
            </b>
            <span className="muted">{t('campaigns.pace.thousand', { time: thousandOf(perHour) })}</span>
          </>
        )}
      </p>
    </div>
  );
}

function Leaving({ settings, onChange }: Props) {
  const t = useT();
  const [typed, setTyped] = useState(settings.leavingWords.join(', '));
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t('campaigns.leaving')}</h2>
      </div>
      <div className="p-12-16-16">
        <LabelledField
          label={t('campaigns.leaveWords')}
          hint={t('campaigns.leaveWords.hint')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange({ ...settings, leavingWords: wordsOf(event.target.value) });
          }}
        />
      </div>
    </div>
  );
}

type Variable = Settings['variables'][number];
const noVariable: Variable = { key: '', value: '' };

/** Returns why a key cannot be one more: the product has it, or the company. */
const refusalOf = (key: string, variables: readonly Variable[]): 'builtIn' | 'taken' | undefined => {
  if (isBuiltIn(key)) return 'builtIn';
  const plainKey = key.trim().toLowerCase();
  return variables.some((one) => one.key.toLowerCase() === plainKey) ? 'taken' : undefined;
};
const variableSchema = (variables: readonly Variable[]) =>
  z.object({
    key: z
      .string()
      .trim()
      .min(1)
      .superRefine((key, context) => {
        const message = refusalOf(key, variables);
        if (message) context.addIssue({ code: 'custom', message });
      }),
    value: z.string().trim().min(1),
  });

/** A key; that there is one of its name is said while it is typed. */
function KeyInput({ variables }: { readonly variables: readonly Variable[] }) {
  const t = useT();
  const textOf = useCodeText();
  const { field, fieldState } = useController<Variable, 'key'>({ name: 'key' });
  const { ref, ...bound } = field;
  const code = refusalOf(bound.value, variables) ?? fieldState.error?.message;
  return (
    <LabelledField
      {...bound}
      inputRef={ref}
      label={t('campaigns.variable.key')}
      wrong={code === 'taken' ? t('campaigns.variable.taken') : textOf(code)}
    />
  );
}

/** The company's own variables; a key counts once. */
function Variables({ settings, onChange }: Props) {
  const t = useT();
  const { form, onSubmit } = useSaveForm({
    schema: variableSchema(settings.variables),
    values: noVariable,
    save: async (variable) => {
      onChange((now) => ({ ...now, variables: [...now.variables, variable] }));
      form.reset(noVariable);
    },
  });
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t('campaigns.variables')}</h2>
      </div>
      {settings.variables.length === 0 ? (
        <p className="muted p-12-16-16">{t('campaigns.variables.none')}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('campaigns.variable.key')}</th>
              <th scope="col">{t('campaigns.variable.value')}</th>
              <th scope="col">
                <span className="vh">{t('campaigns.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {settings.variables.map((one) => (
              <tr key={one.key}>
                <td className="mono">{`{{${one.key}}}`}</td>
                <td className="muted">
                  {one.value}
                  {isBuiltIn(one.key) ? (
                    <p className="small t-warning">{t('campaigns.variable.unread')}</p>
                  ) : null}
                </td>
                <td className="r">
                  <IconButton
                    small
                    icon={Trash2}
                    label={t('campaigns.variable.delete', { name: one.key })}
                    onClick={() =>
                      onChange({
                        ...settings,
                        variables: settings.variables.filter((other) => other !== one),
                      })
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <FormProvider {...form}>
        <form
          className="cp-variable grid gap-8 top p-12-16-16"
          onSubmit={(event) => void onSubmit(event)}
          noValidate
        >
          <KeyInput variables={settings.variables} />
          <TextInput<Variable> name="value" label={t('campaigns.variable.value')} />
          <Button className="by-field" type="submit" variant="outlined" size="large">
            {t('campaigns.variable.add')}
          </Button>
        </form>
      </FormProvider>
    </div>
  );
}

/** What is typed here, until it is saved. */
function SettingsForm({ saved }: { readonly saved: Settings }) {
  const t = useT();
  const cache = useQueryClient();
  const [settings, setSettings] = useState(saved);
  const [kept, setKept] = useState(saved);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const now = await saveSettings(settings, kept);
      setSettings(now);
      setKept(now);
      await cache.invalidateQueries({ queryKey: keys.settings });
      notify.success('campaigns.settings.saved');
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const parts = { settings, onChange: setSettings };
  return (
    <FormTheme>
      <LeaveGuard isUnsaved={JSON.stringify(settings) !== JSON.stringify(kept) && !isBusy} />
      <div className="split">
        <div className="grid gap-16 narrow">
          <Intervals {...parts} />
          <Leaving key={kept.leavingWords.join()} {...parts} />
        </div>
        <div className="grid gap-16 narrow">
          <Variables {...parts} />
          <Button
            variant="contained"
            size="large"
            aria-busy={isBusy}
            disabled={isBusy}
            onClick={() => void save()}
          >
            {t('campaigns.settings.save')}
          </Button>
        </div>
      </div>
    </FormTheme>
  );
}

/** /campaigns-config: the pace campaigns go out at, and the company's variables. */
export function SettingsPage() {
  const t = useT();
  const { data, error, isPending, refetch } = useQuery({ ...settingsQuery, refetchOnWindowFocus: false });
  return (
    <section className="page scroll">
      <PageHeader title={t('campaigns.config')} />
      {isPending ? <SkeletonRows rows={4} height={56} /> : null}
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? <SettingsForm saved={data} /> : null}
    </section>
  );
}
