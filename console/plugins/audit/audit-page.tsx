import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { saveFile } from '../../shell/save-file.ts';
import { useSession } from '../../shell/session.tsx';
import { DaysFilter } from '../../shell/ui/days-filter.tsx';
import { FilterMenu } from '../../shell/ui/filter-menu.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { isDay, useAddress } from '../../shell/use-address.ts';
import { ChainLine } from './chain-line.tsx';
import { auditQuery, exportAudit } from './data.ts';
import { EntryDetail } from './entry-detail.tsx';
import { EntryList } from './entry-list.tsx';
import { type AuditFilter, flatten } from './model/filter.ts';
import { useWords, type Words } from './words.ts';
import './audit.css';

type Keep = ReturnType<typeof useAddress>[1];

function filterIn(params: URLSearchParams, isSuper: boolean): AuditFilter {
  const dayIn = (name: string) => (isDay(params.get(name)) ? (params.get(name) ?? '') : '');
  return {
    search: params.get('search') ?? '',
    kind: params.get('kind') ?? '',
    userId: params.get('user') ?? '',
    dateStart: dayIn('from'),
    dateEnd: dayIn('to'),
    scope: isSuper && params.get('scope') === 'platform' ? 'platform' : '',
  };
}

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly keep: Keep;
  readonly words: Words;
  readonly count: number | undefined;
}

function Filters({ filter, keep, words, count }: FiltersProps) {
  const t = useT();
  const { user } = useSession();
  const keepAddress = (given: Parameters<Keep>[0]) => keep({ entry: undefined, ...given });
  return (
    <div className="row wrap fixed small mb-12">
      <FilterMenu
        label={t('audit.filter.who')}
        other={t('audit.filter.other')}
        all={t('audit.filter.who.all')}
        chosen={filter.userId}
        options={words.people.map(({ id, name, isFormer }) => ({
          value: id,
          label: isFormer ? t('audit.filter.who.former', { name }) : name,
        }))}
        onChange={(wanted) => keepAddress({ user: wanted })}
      />
      <FilterMenu
        label={t('audit.filter.kind')}
        other={t('audit.filter.other')}
        all={t('audit.filter.kind.all')}
        chosen={filter.kind}
        options={words.kinds.map(({ name, label }) => ({ value: name, label }))}
        onChange={(kind) => keepAddress({ kind })}
      />
      <DaysFilter
        texts="audit.date"
        days={filter}
        onChange={({ dateStart, dateEnd }) => keepAddress({ from: dateStart, to: dateEnd })}
      />
      {user.super ? (
        <FilterMenu
          label={t('audit.filter.scope')}
          other={t('audit.filter.other')}
          all={user.company.name}
          chosen={filter.scope}
          options={[{ value: 'platform', label: t('audit.filter.scope.platform') }]}
          onChange={(scope) => keepAddress({ scope })}
        />
      ) : null}
      <SearchField
        label={t('audit.search')}
        initial={filter.search}
        onSearch={(search) => keepAddress({ search })}
      />
      <span className="grow" />
      <span className="subtle num" role="status">
        {count === undefined ? null : t('audit.count', { smart_count: count })}
      </span>
    </div>
  );
}

/** /audit: who changed what in the company, from what to what, and whether the log that says so is whole. */
export const AuditPage = () => {
  const t = useT();
  const { user } = useSession();
  const { timeZone } = user.company;
  const [params, keep] = useAddress();
  const filter = filterIn(params, user.super);
  const words = useWords();
  const list = useInfiniteQuery(auditQuery(filter));
  const entries = useMemo(() => flatten(list.data), [list.data]);
  const count = list.data?.pages[0]?.count;
  const isWide = useMediaQuery('(min-width:1200px)', { noSsr: true });
  const opened = params.get('entry') ?? undefined;
  // Where there is room for both, something is shown at once.
  const chosenId = opened ?? (isWide ? entries[0]?.id : undefined);
  const isAlone = opened !== undefined && !isWide;
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const download = async () => {
    try {
      saveFile(await exportAudit(filter), `${t('audit.csv.file')}.csv`);
      notify.success('audit.csv.done');
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <section className="page scroll">
      <PageHeader title={t('audit.title')}>
        <Button variant="outlined" onClick={() => void download()}>
          <Download size={16} aria-hidden="true" />
          {t('audit.csv')}
        </Button>
      </PageHeader>
      {/* Where there is room for one thing, the entry that was opened is it. */}
      {isAlone ? null : (
        <>
          <ChainLine />
          <Filters filter={filter} keep={keep} words={words} count={count} />
        </>
      )}
      <div className="au-both grid gap-16 one top">
        {isAlone ? null : (
          <div className="card narrow clip" aria-busy={list.isFetching}>
            {list.isError && entries.length === 0 ? (
              <ErrorState error={list.error} retry={() => void list.refetch()} />
            ) : null}
            {list.isPending ? <SkeletonRows rows={10} height={40} /> : null}
            {list.isSuccess && entries.length === 0 ? (
              <EmptyState
                title={t(isFiltered ? 'audit.none' : 'audit.empty')}
                text={t(isFiltered ? 'audit.none.text' : 'audit.empty.text')}
              />
            ) : null}
            {entries.length > 0 ? (
              <>
                <EntryList
                  entries={entries}
                  chosen={chosenId}
                  timeZone={timeZone}
                  words={words}
                  onChoose={(entry) => keep({ entry })}
                />
                <ListFoot
                  shown={entries.length}
                  text={t('audit.shown', { smart_count: count ?? 0, shown: entries.length })}
                  list={list}
                />
              </>
            ) : null}
          </div>
        )}
        {chosenId === undefined ? null : (
          <section className="card sticky narrow" aria-label={t('audit.detail')}>
            <EntryDetail
              key={chosenId}
              id={chosenId}
              scope={filter.scope}
              timeZone={timeZone}
              words={words}
              isOpened={isAlone}
              onBack={() => keep({ entry: undefined })}
            />
          </section>
        )}
      </div>
    </section>
  );
};
