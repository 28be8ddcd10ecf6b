import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { DeleteBy, Handler, Projection } from '../definition.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** One projection's interest in one event type. `slot`: the projection's place in the list. */
export interface Subscription {
  readonly slot: number;
  readonly handler: Handler<StoredDocument, RecordedEvent>;
}

/** Who wants which event: built once, so that a batch costs one look-up an event. */
export interface Dispatch {
  readonly projections: readonly Projection[];
  readonly subscriptions: ReadonlyMap<string, readonly Subscription[]>;
  readonly deletions: ReadonlyMap<
    string,
    readonly { readonly collection: string; readonly deletion: DeleteBy<RecordedEvent> }[]
  >;
  readonly slots: ReadonlyMap<string, number>;
}

export const createDispatch = (projections: readonly Projection[]): Dispatch => {
  const subscriptions = new Map<string, Subscription[]>();
  const deletions = new Map<string, { collection: string; deletion: DeleteBy<RecordedEvent> }[]>();
  const slots = new Map<string, number>();
  for (const [slot, { name, on, deleteBy }] of projections.entries()) {
    if (slots.has(name)) throw new Error(`two projections write the collection ${name}`);
    slots.set(name, slot);
    for (const [type, handler] of Object.entries(on)) {
      if (handler) subscriptions.set(type, [...(subscriptions.get(type) ?? []), { slot, handler }]);
    }
    for (const [type, deletion] of Object.entries(deleteBy)) {
      if (deletion) deletions.set(type, [...(deletions.get(type) ?? []), { collection: name, deletion }]);
    }
  }
  for (const [type, all] of deletions)
    if (all.filter(({ deletion }) => !deletion.few).length > 1)
      throw new Error(`${type} asks for two set operations: a commit has one`);
  return { projections, subscriptions, deletions, slots };
};
