import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Change } from '../../../contract/changes.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { byName } from '../../../domain/text/compare-names.ts';
import { connectionsQuery, isDown } from '../../shell/connections.ts';
import { patchQuery } from '../../shell/patch-query.ts';

/** Returns the connection with its code, which is no part of the feed: of the version held it is known. */
const withCode = (document: ConnectionView, held: ConnectionView): ConnectionView =>
  held.position === document.position
    ? {
        ...document,
        qrcode: held.qrcode,
        ...(held.pairingCode !== undefined && { pairingCode: held.pairingCode }),
      }
    : document;

/** Returns the cached list with a change of the feed in it; an older document than the one held changes nothing. */
export const patchConnections = (
  heldConnections: readonly ConnectionView[],
  change: Pick<Change, 'action' | 'id' | 'document' | 'position'>,
): readonly ConnectionView[] => {
  if (change.action === 'delete') return heldConnections.filter(({ id }) => id !== change.id);
  const document = change.document as ConnectionView | undefined;
  if (document === undefined) return heldConnections;
  const before = heldConnections.find(({ id }) => id === change.id);
  if (before === undefined) return [...heldConnections, document].toSorted(byName);
  return before.position > document.position
    ? heldConnections
    : heldConnections.map((one) => (one === before ? withCode(document, one) : one));
};

export const applyConnectionChange = (change: Change, cache: QueryClient): void => {
  patchQuery<readonly ConnectionView[]>(cache, connectionsQuery.queryKey, (held) =>
    patchConnections(held, change),
  );
  // The code itself is no part of the feed: who has the list open asks for it.
  if ((change.document as ConnectionView | undefined)?.status === 'qrcode')
    void cache.invalidateQueries({ queryKey: connectionsQuery.queryKey });
};

/** Returns the menu's alert, judged two seconds after the list changed: a short reconnect is no alarm. */
export const useConnectionAlert = (): boolean => {
  const { data } = useQuery(connectionsQuery);
  const [alert, setAlert] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAlert((data ?? []).some(isDown)), 2_000);
    return () => clearTimeout(timer);
  }, [data]);
  return alert;
};
