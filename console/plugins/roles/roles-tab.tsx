import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { LabelledField } from '../../shell/form/fields.tsx';
import { LeaveQuestion } from '../../shell/form/leaving.tsx';
import { useT } from '../../shell/i18n.ts';
import { rolesQuery } from '../../shell/roles.ts';
import { useSession } from '../../shell/session.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { peopleQuery } from './data.ts';
import { DeleteRole } from './delete-role.tsx';
import { reloadRoles } from './live.ts';
import { Matrix } from './matrix.tsx';
import { columnsOf, copyOf, emptyDraft, groupsOf, toggleRule } from './model/draft.ts';
import { Panel } from './panel.tsx';
import { useDraft } from './use-draft.ts';
import './roles.css';

/** Returns how many people have each role, and who has this one. */
const usePeople = () => {
  const { data: people = [] } = useQuery(peopleQuery);
  return useMemo(() => Map.groupBy(people, ({ roleId, profile }) => roleId ?? profile), [people]);
};

/** 'Papéis' of the users' page: who may do what. */
export const RolesTab = () => {
  const t = useT();
  const cache = useQueryClient();
  const { can } = useSession();
  const list = useQuery(rolesQuery);
  const people = usePeople();
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState(false);
  const draftState = useDraft(list.data);
  const { draft, before, selected, select } = draftState;
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <SkeletonRows rows={8} />;
  const mayWrite = can('roles:manage');
  const columns = columnsOf(list.data, draft);
  const column = columns.find(({ id }) => id === selected) ?? columns[0]!;
  const role = list.data.find(({ id }) => id === column.id);
  const groups = groupsOf(search, (rule) => t(`roles.rule.${rule}`));
  const nameOf = (one: typeof column) =>
    one.kind === 'builtIn' ? t(`roles.builtIn.${one.id}`) : one.role.name || t('roles.unnamed');
  const writable = mayWrite && column.kind === 'own' ? before : undefined;
  return (
    <>
      <div className="row gap-12 wrap mb-12">
        <SearchField label={t('roles.search')} initial={search} onSearch={setSearch} />
        <div className="ro-one grow">
          <LabelledField
            size="small"
            value={column.id}
            onChange={(event) => select(event.target.value)}
            choices={columns.map((one) => ({ value: one.id, label: nameOf(one) }))}
            htmlInput={{ 'aria-label': t('roles.one') }}
            fullWidth
          />
        </div>
        {mayWrite ? (
          <Button className="aside" variant="contained" onClick={() => draftState.begin(emptyDraft)}>
            <Plus size={16} aria-hidden="true" />
            <span>{t('roles.add')}</span>
          </Button>
        ) : null}
      </div>
      <div className="split">
        {groups.length === 0 ? (
          <EmptyState title={t('roles.none')} text={t('roles.none.text')} />
        ) : (
          <Matrix
            columns={columns}
            groups={groups}
            selected={column.id}
            counts={new Map([...people].map(([id, all]) => [id, all.length]))}
            before={writable}
            onSelect={select}
            onToggle={(rule) => draft && draftState.change(toggleRule(draft, rule))}
          />
        )}
        <Panel
          column={column}
          people={people.get(column.id) ?? []}
          before={writable}
          busy={draftState.busy}
          wrongName={draftState.wrongName}
          onChange={draftState.change}
          onCopy={
            mayWrite
              ? () => draftState.begin(copyOf(column, t('roles.copyOf', { name: nameOf(column) })))
              : undefined
          }
          onDelete={mayWrite && role ? () => setDeleting(true) : undefined}
          onSave={() => void draftState.save()}
          onDiscard={draftState.discard}
        />
      </div>
      {deleting && role ? (
        <DeleteRole
          role={role}
          others={list.data.filter(({ id }) => id !== role.id)}
          count={people.get(role.id)?.length ?? 0}
          onDone={() => {
            draftState.forget();
            reloadRoles(undefined, cache);
          }}
          onClose={() => setDeleting(false)}
        />
      ) : null}
      <LeaveQuestion
        open={draftState.leaving}
        text={t('roles.leave.text')}
        onStay={draftState.stay}
        onLeave={draftState.leave}
      />
    </>
  );
};
