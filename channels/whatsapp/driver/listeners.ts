import type { BaileysEventMap, WASocket } from 'baileys';

/** What is listened to of a socket's events, each by its name. */
export type Listeners = {
  readonly [Name in keyof BaileysEventMap]?: (data: BaileysEventMap[Name]) => void;
};

const listenedTo = new WeakMap<WASocket, readonly (keyof BaileysEventMap)[]>();

/** Registers a whole table of listeners: by it they are also removed, so that none is forgotten. */
export function listen(link: WASocket, listeners: Listeners): void {
  const names = Object.keys(listeners) as (keyof BaileysEventMap)[];
  listenedTo.set(link, [...(listenedTo.get(link) ?? []), ...names]);
  for (const name of names) link.ev.on(name, listeners[name] as (data: unknown) => void);
}

/** Ends a socket and its listeners: one left behind would answer beside its successor. */
export function endSocket(link: WASocket | undefined): void {
  if (!link) return;
  // What Baileys still gathers was confirmed to the network: it is never said again.
  link.ev.flush();
  for (const name of listenedTo.get(link) ?? []) link.ev.removeAllListeners(name);
  listenedTo.delete(link);
  link.end(undefined);
}
