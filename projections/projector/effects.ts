import type { Commit, Notice, WrittenDocument } from '../ports/read-store.ts';
import type { Dispatch } from './dispatch.ts';
import type { Batch, Touched } from './fold.ts';

/**
 * Whether it was born and gone within the batch: the store never had it, nobody was told of it, and few need to know
 * that there was one.
 */
const cameAndWent = ({ isNew, doc }: Touched) => isNew && doc?.deleted === true;

/** Returns what a folded batch writes. */
export const documentsOf = (dispatch: Dispatch, batch: Batch): Commit['documents'] => {
  const documents: WrittenDocument[] = [];
  for (const [slot, touched] of batch.entries()) {
    const { name: collection, marked } = dispatch.projections[slot]!;
    for (const one of touched.values())
      if (one.changed && one.doc && (marked || !cameAndWent(one)))
        documents.push({ collection, document: one.doc, isNew: one.isNew });
  }
  return documents;
};

/** Returns what a folded batch tells: one notice a document and policy, in the order in which documents were first touched. */
export const noticesOf = (
  dispatch: Dispatch,
  batch: Batch,
  nextSeq: (companyId: string) => number,
): Notice[] => {
  const notices: Notice[] = [];
  for (const [slot, touched] of batch.entries()) {
    const { notices: policies } = dispatch.projections[slot]!;
    if (policies.length === 0) continue;
    for (const one of touched.values()) {
      const { doc } = one;
      if (!doc || cameAndWent(one)) continue;
      for (const [index, policy] of policies.entries()) {
        const action = one.actions[index];
        if (action === undefined) continue;
        const { id, position } = doc;
        const companyId = policy.to ?? doc.companyId;
        notices.push({
          companyId,
          seq: nextSeq(companyId),
          channel: policy.channel(companyId),
          action: doc.deleted ? 'delete' : action,
          id,
          position,
          ...(!doc.deleted && {
            document: policy.document ? policy.document(doc) : doc,
            ...(policy.room && { room: policy.room(doc) }),
          }),
          ...(policy.audience && {
            before: one.before ?? null,
            after: doc.deleted ? null : policy.audience(doc),
          }),
        });
      }
    }
  }
  return notices;
};
