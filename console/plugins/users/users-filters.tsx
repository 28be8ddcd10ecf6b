import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shell/i18n.ts';
import { FilterMenu } from '../../shell/ui/filter-menu.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { queueChoices, type UserFilter, useRoles } from './data.ts';

const profiles = ['user', 'supervisor', 'admin'] as const;
const states = ['active', 'invited'] as const;

/** Returns what the list is filtered by, as the address says it. */
export const useUserFilter = (): UserFilter => {
  const [params] = useAddress();
  const state = params.get('state') ?? '';
  return {
    searchParam: params.get('search') ?? '',
    profile: params.get('profile') ?? '',
    queueId: params.get('queue') ?? '',
    state: (states as readonly string[]).includes(state) ? state : '',
  };
};

/** Restricts the list to a profile or role, a queue, a state. */
export const UsersFilters = ({ filter }: { readonly filter: UserFilter }) => {
  const t = useT();
  const [, keep] = useAddress();
  const { data: roles = [] } = useRoles();
  const { data: queues = [] } = useQuery(queueChoices);
  return (
    <div className="us-filters flex gap-8 wrap">
      <FilterMenu
        label={t('users.profile')}
        all={t('users.filter.all')}
        chosen={filter.profile}
        options={[
          ...profiles.map((profile) => ({ value: profile, label: t(`users.profile.${profile}`) })),
          ...roles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(profile) => keep({ profile })}
      />
      <FilterMenu
        label={t('users.filter.queue')}
        all={t('users.filter.all.queues')}
        chosen={filter.queueId}
        options={queues.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(queue) => keep({ queue })}
      />
      <FilterMenu
        label={t('users.filter.state')}
        all={t('users.filter.all')}
        chosen={filter.state}
        options={states.map((state) => ({ value: state, label: t(`users.filter.state.${state}`) }))}
        onChange={(state) => keep({ state })}
      />
    </div>
  );
};
