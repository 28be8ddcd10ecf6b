import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { SettingView } from '../../../contract/setting.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';
import { errorText, notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { saveOption, takeSetting } from './data.ts';
import { choicesOf, erasesMore, isDefault, type Option } from './options.ts';

/** What was chosen, and what stood there before. */
interface Choice {
  readonly value: string;
  readonly before: string;
}

/**
 * Returns what saves an option; while one is on its way the next waits for it, so that the last choice is what stays.
 */
function useSave({ key }: Option) {
  const cache = useQueryClient();
  const session = useSession();
  return useMutation({
    scope: { id: `setting.${key}` },
    mutationFn: ({ value }: Choice) => saveOption(key, value, session),
    onSuccess: async (saved) => {
      await takeSetting(cache, key, saved);
      notify.success('settings.saved');
    },
  });
}

interface StateProps {
  readonly save: ReturnType<typeof useSave>;
  readonly setting: SettingView;
  readonly undo: (value: string) => void;
}

/** What became of the last choice; before there was one, who made the choice that stands. */
const State = ({ save, setting, undo }: StateProps) => {
  const t = useT();
  const { timeZone } = useSession().user.company;
  const { changedAt, changedBy, value } = setting;
  const lastChoice = save.variables;
  if (save.isError && lastChoice)
    return (
      <>
        <span className="row t-danger" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {t('settings.failed', { error: errorText(save.error) })}
        </span>
        <Button size="small" onClick={() => save.mutate(lastChoice)}>
          {t('settings.again')}
        </Button>
      </>
    );
  // Once it is another by somebody else's hand, that is what there is to say.
  if (save.isSuccess && lastChoice && value === lastChoice.value)
    return (
      <>
        <span className="row t-success">
          <CircleCheck size={16} aria-hidden="true" />
          {t('settings.savedNow')}
        </span>
        {lastChoice.before === lastChoice.value ? null : (
          <Button
            size="small"
            aria-label={t('settings.undoOf', { option: t(`settings.${setting.key}`) })}
            onClick={() => undo(lastChoice.before)}
          >
            {t('settings.undo')}
          </Button>
        )}
      </>
    );
  if (changedAt === undefined) return isDefault(setting) ? <span>{t('settings.default')}</span> : null;
  const date = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', timeZone });
  return <span>{[changedBy, date.format(new Date(changedAt))].filter(Boolean).join(', ')}</span>;
};

interface Props {
  readonly option: Option;
  readonly setting: SettingView;
  readonly readOnly: boolean;
}

/** An option, what it does in a sentence, and what became of the last choice. */
export const OptionRow = ({ option, setting, readOnly }: Props) => {
  const t = useT();
  const { key, choices } = option;
  const save = useSave(option);
  const [draft, setDraft] = useState<string>();
  const [asked, setAsked] = useState<string>();
  // A choice that failed rolls back; a text that failed stays, to be sent again.
  const shownValue = save.isPending ? save.variables.value : setting.value;
  const text = `settings.${key}.about`;
  const labels = { 'aria-label': t(`settings.${key}`), 'aria-describedby': text };
  const choose = (chosen: string) =>
    erasesMore(key, shownValue, chosen)
      ? setAsked(chosen)
      : save.mutate({ value: chosen, before: shownValue });
  const leave = () => {
    if (draft === undefined || draft === shownValue) setDraft(undefined);
    else
      save.mutate(
        { value: draft, before: shownValue },
        { onSuccess: () => setDraft((now) => (now === draft ? undefined : now)) },
      );
  };
  const label = (one: string) =>
    key === 'timeZone'
      ? one.replaceAll('_', ' ')
      : t(`settings.${key}.${one}`, {
          _: t(/^\d+$/.test(one) ? `settings.${key}.n` : `settings.${one}`, { smart_count: Number(one) }),
        });
  return (
    <div className={`st-row grid p-12-16 ${save.isError ? 'tone c-err' : ''}`}>
      <div>
        <h3 className="body medium">{t(`settings.${key}`)}</h3>
        <p className="small muted" id={text}>
          {t(text)}
        </p>
      </div>
      {choices === undefined ? (
        <LabelledField
          multiline
          maxRows={6}
          disabled={readOnly}
          htmlInput={{ ...labels, maxLength: 2000 }}
          value={draft ?? shownValue}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={leave}
        />
      ) : (
        <LabelledField
          disabled={readOnly}
          htmlInput={labels}
          value={shownValue}
          onChange={(event) => choose(event.target.value)}
          choices={choicesOf(choices, shownValue).map((one) => ({ value: one, label: label(one) }))}
        />
      )}
      <div className="st-state row wrap small subtle">
        <State save={save} setting={setting} undo={choose} />
      </div>
      {asked === undefined ? null : (
        <ConfirmDialog
          open
          title={t('settings.erase.title')}
          text={t('settings.erase.text', { smart_count: Number(asked) })}
          action={t('settings.erase.act')}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => save.mutate({ value: asked, before: shownValue })}
        />
      )}
    </div>
  );
};
