import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Download, Plus } from 'lucide-react';
import { type ReactElement, useMemo, useRef } from 'react';
import {
  CreateButton,
  ExportButton,
  FilterButton,
  FilterContext,
  FilterForm,
  InfiniteListBase,
  ListBase,
  Pagination,
  useInfinitePaginationContext,
  useListContext,
  useTranslate,
} from 'react-admin';
import { Link, useLocation } from 'react-router';
import { notifyError } from '../../shell/notify.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useOutgrown } from '../../shell/ui/use-outgrown.ts';
import { Cards } from './cards.tsx';
import { useDeclared, useRights } from './declared.ts';
import { exporterOf } from './exporter.ts';
import { filterOf } from './input.tsx';
import { Table } from './rows.tsx';

/** Below what says that there is none yet: with words on a phone as well. */
const CreateFirst = () => {
  const { record, entry } = useDeclared();
  const { search } = useLocation();
  const t = useTranslate();
  if (!useRights().create) return null;
  return (
    <Button
      component={Link}
      variant="contained"
      to={{ pathname: `${entry.path}/create`, search }}
      state={{ over: true }}
    >
      <Plus size={16} aria-hidden="true" />
      {t(`resources.${record.plural}.action.create`)}
    </Button>
  );
};

const Create = () => {
  const { record, entry } = useDeclared();
  const { search } = useLocation();
  if (!useRights().create) return null;
  return (
    <CreateButton
      variant="contained"
      icon={<Plus size={16} aria-hidden="true" />}
      label={`resources.${record.plural}.action.create`}
      // The button takes what else a link has out of its address.
      to={{ pathname: `${entry.path}/create`, search, state: { over: true } } as { pathname: string }}
      scrollToTop={false}
    />
  );
};

const useSearched = (): boolean => Object.keys(useListContext().filterValues).length > 0;

const Head = ({ filters }: { readonly filters: readonly ReactElement[] }) => {
  const { record } = useDeclared();
  const t = useTranslate();
  const { total, filterValues, setFilters, displayedFilters } = useListContext();
  const q: unknown = filterValues.q;
  const title = t(`resources.${record.plural}.name`, { smart_count: 2 });
  usePageTitle(title);
  return (
    <FilterContext.Provider value={[...filters]}>
      <header className="page-head row fixed rc-head">
        <h1 className="fixed">{title}</h1>
        {total === undefined ? null : <span className="count">{total}</span>}
        <span className="grow" />
        {Object.values(record.fields).some(({ search }) => search) ? (
          <SearchField
            label={t(`resources.${record.plural}.search`)}
            initial={typeof q === 'string' ? q : ''}
            onSearch={(text) => {
              const { q: _before, ...others } = filterValues;
              setFilters(text === '' ? others : { ...others, q: text }, displayedFilters);
            }}
          />
        ) : null}
        {filters.length > 0 ? <FilterForm /> : null}
        {filters.some((filter) => !(filter.props as { alwaysOn?: boolean }).alwaysOn) ? (
          <FilterButton />
        ) : null}
        <ExportButton
          variant="outlined"
          aria-label={t('ra.action.export')}
          icon={<Download size={16} aria-hidden="true" />}
        />
        <Create />
      </header>
    </FilterContext.Provider>
  );
};

const EndlessFoot = () => {
  const t = useTranslate();
  const { data = [], total = data.length, perPage, error, isFetching } = useListContext();
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = useInfinitePaginationContext();
  return (
    <ListFoot
      shown={data.length}
      text={t('records.count', { shown: data.length, total })}
      list={{
        // The kit tells of rows alone; where there is a next page those before it are full.
        data: { pages: Array.from({ length: Math.ceil(data.length / perPage) }) },
        hasNextPage,
        isFetchingNextPage,
        fetchNextPage,
        isPlaceholderData: isFetching === true && !isFetchingNextPage && !hasNextPage && data.length < total,
        isFetchNextPageError: Boolean(error),
      }}
    />
  );
};

const Rows = ({ shown }: { readonly shown: ReactElement }) => {
  const { record } = useDeclared();
  const t = useTranslate();
  const { data, error, isPending, refetch } = useListContext();
  const searched = useSearched();
  if (data === undefined || data.length === 0) {
    if (error)
      return <ErrorState title={t('records.notLoaded')} error={error} retry={() => void refetch()} />;
    if (isPending) return <SkeletonRows rows={5} />;
    if (searched) return <EmptyState title={t('records.emptySearch')} />;
    return (
      <EmptyState
        title={t(`resources.${record.plural}.empty.title`)}
        text={t(`resources.${record.plural}.empty.text`)}
        action={<CreateFirst />}
      />
    );
  }
  return (
    <>
      {shown}
      {record.screen?.rows === 'endless' ? (
        <EndlessFoot />
      ) : (
        <Pagination rowsPerPageOptions={[10, 20, 50, 100]} />
      )}
    </>
  );
};

/**
 * The rows as a table, or as cards where it has not the room. While that is not known they are both: what is open in a card
 * that stays does not go.
 */
const FittingRows = ({ small }: { readonly small: boolean }) => {
  const box = useRef<HTMLDivElement>(null);
  const state = useOutgrown(() => box.current, useListContext().data);
  const shown = (
    <>
      {small || state !== 'fits' ? <Cards /> : null}
      {small || state === 'outgrown' ? null : <Table />}
    </>
  );
  return (
    <div className="card fixed scrolls" ref={box}>
      <Rows shown={shown} />
    </div>
  );
};

/** The list of a declared record: columns, filters and sort from the declaration, the rest is react-admin's. */
export const RecordList = () => {
  const {
    record,
    parts: { above: Above },
  } = useDeclared();
  const small = useMediaQuery('(max-width: 700px)');
  const t = useTranslate();
  const exporter = useMemo(() => exporterOf(record, t), [record, t]);
  const filters = useMemo(
    () =>
      Object.entries(record.fields).flatMap(([name, field]) =>
        field.filter ? [filterOf(name, field, record.plural, !small)] : [],
      ),
    [record, small],
  );
  const Base = record.screen?.rows === 'endless' ? InfiniteListBase : ListBase;
  return (
    <Base
      resource={record.plural}
      exporter={exporter}
      perPage={20}
      sort={{ field: record.title, order: 'ASC' }}
      // The kit would say the server's own words, which are for programs.
      queryOptions={{ onError: notifyError }}
      disableAuthentication
    >
      <Head filters={filters} />
      {Above ? <Above /> : null}
      <FittingRows small={small} />
    </Base>
  );
};
