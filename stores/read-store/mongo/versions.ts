import type { Db } from 'mongodb';
import type { Logger } from 'pino';

interface Pointer {
  readonly _id: string;
  readonly generation: string;
  /** By the server's clock; absent where a program before versions wrote it. */
  readonly seenAt?: Date;
}

/** Returns what names the live generation of each version of the read models, and when a process last had that version open. */
export const mongoVersions = (db: Db, version: string) => {
  const pointers = db.collection<Pointer>('read_store');
  const ownId = `current-${version}`;
  const seenNow = { $currentDate: { seenAt: true } } as const;
  return {
    /** Id of the live generation; undefined: this version is new here. */
    live: async () => (await pointers.findOne({ _id: ownId }))?.generation,
    /** @throws a duplicate's error when another process has just named one */
    name: async (generation: string) => {
      await pointers.insertOne({ _id: ownId, generation });
    },
    /** False when another generation has become the live one meanwhile. */
    replace: async (old: string, next: string) =>
      (await pointers.updateOne({ _id: ownId, generation: old }, { $set: { generation: next }, ...seenNow }))
        .matchedCount === 1,
    markSeen: async () => {
      await pointers.updateOne({ _id: ownId }, seenNow);
    },
    sweep: async (unseenMs: number, log: Logger | undefined): Promise<readonly string[]> => {
      const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date };
      const removedNames: string[] = [];
      for (const pointer of await pointers.find({ _id: { $ne: ownId } }).toArray()) {
        const { _id, seenAt } = pointer;
        // The hour begins when it is first looked for.
        if (!seenAt) await pointers.updateOne({ _id }, seenNow);
        if (!seenAt || localTime.getTime() - seenAt.getTime() <= unseenMs) continue;
        // Named before the pointer goes: who goes back to this version from now on makes other collections.
        const prefix = _id === 'current' ? /^g[0-9a-z]+_/ : new RegExp(`^v${_id.slice('current-'.length)}g`);
        const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
        if ((await pointers.deleteOne({ _id, seenAt })).deletedCount === 0) continue;
        removedNames.push(_id.slice('current-'.length) || 'older');
        log?.info({ version: _id }, 'read models of a version that nobody runs are removed');
        for (const name of names) if (prefix.test(name)) await db.dropCollection(name);
      }
      return removedNames;
    },
  };
};
export type MongoVersions = ReturnType<typeof mongoVersions>;
