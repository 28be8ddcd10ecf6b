import { channels } from '../../contract/channels.ts';
import type { SessionEnd } from '../auth/sessions.ts';
import { changeJson } from './item.ts';
import type { SignedLine } from './lines.ts';
import type { Roster } from './roster.ts';

/** Long enough for a browser to read why its session has ended before its socket is closed. */
const farewellMs = 150;

/** Returns how lines end: from then on nothing reaches these sockets but that their session has ended, once; then they are closed. */
export function createFarewells(roster: Roster) {
  const ending = new WeakSet<SignedLine>();
  return (lines: readonly SignedLine[], why: SessionEnd): void => {
    for (const line of lines) {
      if (ending.has(line)) continue;
      ending.add(line);
      const { companyId, userId } = line.owner;
      const own = [...roster.of(companyId)].filter((entry) => entry.line === line);
      const channel = channels.auth(companyId);
      const said = changeJson({ channel, action: 'logout', id: userId, position: 0 });
      for (const { subscriber } of own) subscriber.farewell(channel, said);
      const close = () => line.close(4401, why);
      if (own.length === 0) close();
      else setTimeout(close, farewellMs);
    }
  };
}
