import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Copy, Minus, Plus, Trash2, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UserView } from '../../../contract/user.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { useT } from '../../shell/i18n.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { QueueDot } from '../../shell/ui/chips.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { type Column, type Draft, differences, isChanged } from './model/draft.ts';

const scopes = ['own', 'all', 'chosen'] as const;

interface Props {
  readonly column: Column;
  readonly people: readonly UserView[];
  /** As it stands on the server; absent: it is not to be changed. */
  readonly before: Draft | undefined;
  readonly busy: boolean;
  readonly wrongName: string | undefined;
  readonly onChange: (draft: Draft) => void;
  readonly onCopy: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** The role's name and queues. */
const Fields = ({
  draft,
  wrongName,
  onChange,
}: {
  draft: Draft;
  wrongName: string | undefined;
  onChange: Props['onChange'];
}) => {
  const t = useT();
  const queues = useQuery(queuesQuery);
  const toggle = (id: string) =>
    onChange({
      ...draft,
      queueIds: draft.queueIds.includes(id)
        ? draft.queueIds.filter((one) => one !== id)
        : [...draft.queueIds, id],
    });
  return (
    <FormTheme>
      <LabelledField
        label={t('roles.name')}
        value={draft.name}
        wrong={wrongName}
        htmlInput={{ maxLength: 50 }}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
        fullWidth
      />
      <LabelledField
        label={t('roles.queues')}
        hint={t(`roles.queues.${draft.queueScope}.hint`)}
        value={draft.queueScope}
        choices={scopes.map((value) => ({ value, label: t(`roles.queues.${value}`) }))}
        onChange={(event) => onChange({ ...draft, queueScope: event.target.value as Draft['queueScope'] })}
        fullWidth
      />
      {draft.queueScope === 'chosen' ? (
        <fieldset className="col low boxed r-md">
          <legend className="vh">{t('roles.queues.chosen')}</legend>
          {(queues.data ?? []).map(({ id, name, color }) => (
            <label className="row h-40 px-8" key={id}>
              <input type="checkbox" checked={draft.queueIds.includes(id)} onChange={() => toggle(id)} />
              <QueueDot color={color} />
              {name}
            </label>
          ))}
        </fieldset>
      ) : null}
    </FormTheme>
  );
};

/** What saving does, and to how many. */
const Changes = ({
  draft,
  before,
  count,
  children,
}: {
  draft: Draft;
  before: Draft;
  count: number;
  children: ReactNode;
}) => {
  const t = useT();
  const { gained, lost } = differences(draft, before);
  const changes = gained.length + lost.length;
  return (
    <section className="card ro-changes" aria-label={t('roles.onSave')}>
      <header className="card-h row">
        <h2>{t('roles.onSave')}</h2>
        <span className="tag c-warn" role="status">
          {t('roles.changes', { smart_count: changes })}
        </span>
      </header>
      <ul className="col gap-8 low small p-8-16">
        {gained.map((rule) => (
          <li key={rule} className="row t-success">
            <Plus size={14} aria-hidden="true" />
            {t('roles.gain', { smart_count: count, right: t(`roles.rule.${rule}`) })}
          </li>
        ))}
        {lost.map((rule) => (
          <li key={rule} className="row t-danger">
            <Minus size={14} aria-hidden="true" />
            {t('roles.lose', { smart_count: count, right: t(`roles.rule.${rule}`) })}
          </li>
        ))}
      </ul>
      <p className="hint muted px-16 pb-16">
        <Zap size={14} aria-hidden="true" />
        {t('roles.atOnce')}
      </p>
      <footer className="flex gap-8 end p-12-16 line-t">{children}</footer>
    </section>
  );
};

/** The selected role: its name and queues, who has it, and what saving it would do. */
export const Panel = (props: Props) => {
  const { column, people, before, busy, wrongName, onChange, onCopy, onDelete, onSave, onDiscard } = props;
  const t = useT();
  const isOwn = column.kind === 'own';
  const name = isOwn ? column.role.name : t(`roles.builtIn.${column.id}`);
  return (
    <form
      className="ro-side col gap-12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSave();
      }}
    >
      <section className="card ro-panel" aria-label={name || t('roles.unnamed')}>
        <header className="card-h row">
          <h2 className="trunc">{name || t('roles.unnamed')}</h2>
          {onCopy ? <IconButton label={t('roles.copy')} icon={Copy} onClick={onCopy} /> : null}
          {onDelete ? <IconButton label={t('roles.delete')} icon={Trash2} onClick={onDelete} /> : null}
        </header>
        <div className="col gap-12 p-8-16-16">
          {isOwn && before ? (
            <Fields draft={column.role} wrongName={wrongName} onChange={onChange} />
          ) : (
            <p className="muted">{isOwn ? t('roles.readOnly') : t(`roles.builtIn.${column.id}.hint`)}</p>
          )}
          <h3 className="small medium">{t('roles.who')}</h3>
          {people.length === 0 ? <p className="muted">{t('roles.nobody')}</p> : null}
          <ul className="col low gap-8">
            {people.map((user) => (
              <li key={user.id} className="row">
                <Avatar name={user.name} id={user.id} size={24} />
                <span className="trunc">{user.name}</span>
              </li>
            ))}
          </ul>
        </div>
      </section>
      {isOwn && before && (column.role.id === undefined || isChanged(column.role, before)) ? (
        <Changes draft={column.role} before={before} count={people.length}>
          <Button onClick={onDiscard}>{t('shell.discard')}</Button>
          <Button type="submit" variant="contained" aria-disabled={busy} aria-busy={busy}>
            {t('roles.save')}
          </Button>
        </Changes>
      ) : null}
    </form>
  );
};
