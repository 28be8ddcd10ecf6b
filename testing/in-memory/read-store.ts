import { isFound } from '../../domain/text/search.ts';
import { matches, valuesAt, type Where } from '../../domain/where.ts';
import {
  type Checkpoint,
  type CollectionSpec,
  type Commit,
  type CompanyReader,
  FencedError,
  type Notice,
  type Query,
  type ReadStore,
  type Scalar,
  type StoredDocument,
  searchRules,
  searchTexts,
} from '../../projections/ports/read-store.ts';
import {
  asksForNull,
  checkReference,
  indexedFields,
  notIndexed,
  notLookedForNull,
  ownFields,
  sortKey,
} from '../../stores/read-store/fields.ts';
import { sorted } from './sorted.ts';

interface Generation {
  readonly id: string;
  readonly documents: ReadonlyMap<string, Map<string, StoredDocument>>;
  readonly checkpoints: Map<string, Checkpoint & { fence: number }>;
  readonly notices: Map<string, Notice[]>;
  heads: Map<string, number>;
  tail: { readonly cursor: number; readonly notice: Notice }[];
  cursor: number;
}

/** The steps of a commit, in their order: a test that stops before one of them is a crash there. */
export type CommitStep = 'documents' | 'deleteBy' | 'notices' | 'checkpoint';

export interface InMemoryReadStoreOptions {
  readonly collections: readonly CollectionSpec[];
  readonly version?: string;
  /** Called before each step; what it throws leaves the steps before it done. */
  readonly onStep?: (step: CommitStep, commit: Commit) => void;
}

/** Returns what refuses the questions that the real stores refuse: those for which they would read every document. */
function questionsOf(spec: CollectionSpec) {
  const { scalars, arrays } = indexedFields(spec);
  const fields = new Set([...ownFields, ...scalars]);
  const refuse = (field: string) => {
    throw notIndexed(spec.name, field);
  };
  const checkWhere = (where: Where = {}) => {
    for (const [field, condition] of Object.entries(where)) {
      if (condition === undefined) continue;
      if (!fields.has(field) && !arrays.includes(field)) refuse(field);
      if (spec.sparse?.includes(field) && asksForNull(condition)) throw notLookedForNull(spec.name, field);
      checkReference(spec, field, condition);
    }
  };
  return {
    /** @throws Error naming the field */
    check({ where, anyOf, sort, through }: Query): void {
      checkWhere(where);
      for (const one of anyOf ?? []) checkWhere(one);
      checkWhere(through?.or);
      if (through && !fields.has(through.field)) refuse(through.field);
      if (through) checkReference(spec, through.field, 'order');
      for (const { field } of (sort ?? []).map(sortKey)) {
        if (field === 'companyId' || !fields.has(field)) refuse(field);
        checkReference(spec, field, 'order');
      }
    },
    /** @throws Error naming the field */
    checkField(field: string): void {
      if (field === 'companyId' || (!fields.has(field) && !arrays.includes(field))) refuse(field);
    },
  };
}

let generations = 0;

/** A read store for tests: the port's promises, without transactions and without a disk. */
export const createInMemoryReadStore = (options: InMemoryReadStoreOptions): ReadStore => {
  const specs = new Map(options.collections.map((spec) => [spec.name, spec]));
  const questions = new Map(options.collections.map((spec) => [spec.name, questionsOf(spec)]));
  const fresh = (): Generation => ({
    id: `generation-${++generations}`,
    documents: new Map([...specs.keys()].map((name) => [name, new Map()])),
    checkpoints: new Map(),
    notices: new Map(),
    heads: new Map(),
    tail: [],
    cursor: 0,
  });
  const live = { current: fresh() };
  const listeners = new Set<(notices: readonly Notice[], position: number) => void>();

  const collectionOf = (generation: Generation, name: string) => {
    const collection = generation.documents.get(name);
    if (!collection) throw new Error(`unknown collection ${name}`);
    return collection;
  };

  const reader = (generation: () => Generation, companyId: string | undefined): CompanyReader => {
    const all = <T extends StoredDocument>(name: string, query: Query): T[] => {
      const { where, anyOf, search, through } = query;
      questions.get(name)?.check(query);
      if (through && search !== undefined)
        throw new Error('a query goes through a search or has one, not both');
      const named =
        through &&
        new Set<Scalar>(
          all(through.collection, { search: through.search })
            .slice(0, through.limit)
            .map(({ id }) => id),
        );
      const searched = specs.get(name)?.search;
      return [...collectionOf(generation(), name).values()].filter(
        (document) =>
          !document.deleted &&
          (companyId === undefined || document.companyId === companyId) &&
          matches(document, where) &&
          (anyOf === undefined || anyOf.some((one) => matches(document, one))) &&
          (!through ||
            !named ||
            valuesAt(document, through.field).some((value) => named.has(value)) ||
            (through.or !== undefined && matches(document, through.or))) &&
          (search === undefined ||
            (searched !== undefined &&
              isFound(searchTexts(searched, document), search, searchRules(searched)))),
      ) as T[];
    };
    const get = <T extends StoredDocument>(name: string, id: string) => {
      const document = collectionOf(generation(), name).get(id);
      if (!document || document.deleted) return undefined;
      return companyId === undefined || document.companyId === companyId
        ? (structuredClone(document) as T)
        : undefined;
    };
    const page = <T extends StoredDocument>(name: string, query: Query) => {
      const skip = query.skip ?? 0;
      const documents = sorted(all<T>(name, query), query.sort);
      return documents.slice(skip, query.limit === undefined ? undefined : skip + query.limit);
    };
    return {
      companyId: companyId ?? '*',
      get: async (name, id) => get(name, id),
      getMany: async <T extends StoredDocument>(name: string, ids: readonly string[]) =>
        [...new Set(ids)].map((id) => get<T>(name, id)).filter((document) => document !== undefined),
      find: async <T extends StoredDocument>(name: string, query: Query) =>
        structuredClone(page<T>(name, query)),
      ids: async (name, query) => page(name, query).map(({ id }) => id),
      count: async (name, query) => all(name, query).length,
      groupCount: async (name, field, query) => {
        questions.get(name)?.checkField(field);
        const counts = new Map<Scalar, number>();
        for (const document of all(name, query))
          for (const value of new Set(valuesAt(document, field)))
            counts.set(value, (counts.get(value) ?? 0) + 1);
        return counts;
      },
    };
  };

  const write = (generation: Generation, name: string, document: StoredDocument) => {
    const collection = collectionOf(generation, name);
    const stored = collection.get(document.id);
    if (stored && stored.position >= document.position) return;
    const { id, companyId, position } = document;
    collection.set(
      id,
      structuredClone(document.deleted ? { id, companyId, position, deleted: true } : document),
    );
  };

  const deleteBy = (generation: Generation, commit: Commit) => {
    if (!commit.deleteBy) return;
    const { collection, companyId, field, value } = commit.deleteBy;
    for (const document of collectionOf(generation, collection).values())
      if (!document.deleted && document.companyId === companyId && valuesAt(document, field).includes(value))
        write(generation, collection, {
          id: document.id,
          companyId,
          position: commit.position,
          deleted: true,
        });
  };

  const tell = (generation: Generation, given: Notice) => {
    const notice = structuredClone(given);
    const { companyId, seq } = notice;
    const head = generation.heads.get(companyId) ?? 0;
    const notices = generation.notices.get(companyId) ?? [];
    if (seq <= head) {
      const taken = notices.find((other) => other.seq === seq);
      // The same notice again is a repeated commit; another one is another projector's.
      if (JSON.stringify(taken) !== JSON.stringify(notice))
        throw new FencedError(`notice ${seq} of company ${companyId} is taken`);
      return;
    }
    notices.push(notice);
    generation.notices.set(companyId, notices);
    generation.heads.set(companyId, seq);
    generation.tail.push({ cursor: ++generation.cursor, notice });
  };

  const commit = (generation: Generation, commit: Commit) => {
    const { projector, fence, position, after, logId, mark } = commit;
    const seen = generation.checkpoints.get(projector);
    if (fence < (seen?.fence ?? 0))
      throw new FencedError(`${projector}: fence ${fence} is below ${seen?.fence}`);
    if (after !== undefined && after !== (seen?.position ?? 0))
      throw new FencedError(`${projector}: the read models stand at ${seen?.position ?? 0}, not at ${after}`);
    const step = (name: CommitStep, work: () => void) => {
      options.onStep?.(name, commit);
      work();
    };
    step('documents', () => {
      for (const { collection, document } of commit.documents) write(generation, collection, document);
    });
    step('deleteBy', () => deleteBy(generation, commit));
    step('notices', () => {
      for (const notice of commit.notices) tell(generation, notice);
    });
    step('checkpoint', () =>
      generation.checkpoints.set(projector, { position, logId, fence, ...(mark && { mark }) }),
    );
  };

  const storeOn = (generation: () => Generation): ReadStore => ({
    version: options.version ?? 'in-memory',
    forCompany: (companyId) => reader(generation, companyId),
    allCompanies: () => reader(generation, undefined),
    load: async (name, ids) =>
      structuredClone(
        [...new Set(ids)]
          .map((id) => collectionOf(generation(), name).get(id))
          .filter((document) => document !== undefined),
      ),
    async commit(given) {
      const target = generation();
      commit(target, given);
      if (target === live.current) for (const listener of listeners) listener(given.notices, given.position);
    },
    async checkpoint(projector) {
      const entry = generation().checkpoints.get(projector);
      if (!entry) return undefined;
      const { position, logId, mark } = entry;
      return { position, logId, ...(mark && { mark }) };
    },
    heads: async () => new Map(generation().heads),
    async changes(companyId, after, limit) {
      const kept = generation().notices.get(companyId) ?? [];
      const head = generation().heads.get(companyId) ?? 0;
      const oldest = kept[0]?.seq ?? head + 1;
      return {
        notices: structuredClone(kept.filter(({ seq }) => seq > after).slice(0, limit)),
        truncated: after + 1 < oldest && after < head,
      };
    },
    async tail(after, limit) {
      const { tail, cursor } = generation();
      if (after === 0) return { notices: [], cursor };
      const next = tail.filter((entry) => entry.cursor > after).slice(0, limit);
      return {
        notices: structuredClone(next.map(({ notice }) => notice)),
        cursor: next.at(-1)?.cursor ?? after,
      };
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    generation: async () => generation().id,
    async newGeneration() {
      const built = fresh();
      return {
        ...storeOn(() => built),
        async activate() {
          const old = live.current;
          // Numbers never go back, or a client's cursor would skip what is told next.
          built.heads = new Map(old.heads);
          built.cursor = old.cursor;
          for (const [projector, { fence }] of old.checkpoints) {
            const entry = built.checkpoints.get(projector);
            if (entry) entry.fence = Math.max(entry.fence, fence);
          }
          live.current = built;
        },
        index: async () => {},
        discard: async () => {},
      };
    },
    async trimNotices(keep, only) {
      const target = generation();
      for (const [companyId, notices] of target.notices)
        if (only === undefined || only === companyId)
          target.notices.set(companyId, keep > 0 ? notices.slice(-keep) : []);
      target.tail = target.tail.filter(({ notice }) =>
        (target.notices.get(notice.companyId) ?? []).some(({ seq }) => seq === notice.seq),
      );
    },
    sweepVersions: async () => [],
    ping: async () => {},
    close: async () => {},
  });
  return storeOn(() => live.current);
};
