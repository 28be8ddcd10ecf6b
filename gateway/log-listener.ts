import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { HeldSessions } from './held-sessions.ts';
import type { DueWork } from './jobs/due-work.ts';
import type { CompanySettings } from './log/company-settings.ts';
import { type ConnectionChange, isConnectionEvent, type KnownConnections } from './log/connections.ts';
import type { Outcomes } from './log/outcomes.ts';
import { outboundWork, type Routed, seenBy } from './presence/asked-by-log.ts';

/** Returns what gives each event of the log to those it concerns. */
export function createListener(deps: {
  readonly settings: Pick<CompanySettings, 'apply'>;
  readonly connections: Pick<KnownConnections, 'apply'>;
  readonly dueWork: Pick<DueWork, 'heard'>;
  readonly heldSessions: Pick<HeldSessions, 'sessions' | 'endSoon' | 'serveSoon' | 'tryOpen'>;
  readonly outcomes: Pick<Outcomes, 'tell'>;
}): (event: RecordedEvent) => void {
  const { settings, connections, dueWork, heldSessions, outcomes } = deps;
  const { sessions } = heldSessions;

  function connectionChanged({ id, before, after }: ConnectionChange): void {
    const session = sessions.get(id);
    if (after && JSON.stringify(after.pace) !== JSON.stringify(before?.pace)) session?.paceChanged();
    if (!after) heldSessions.endSoon(id);
    else if (after.wantedAt !== before?.wantedAt) {
      if (session) heldSessions.serveSoon(session);
      else void heldSessions.tryOpen(after);
    }
  }

  return (event) => {
    settings.apply(event);
    if (isConnectionEvent(event)) {
      const change = connections.apply(event);
      if (change) connectionChanged(change);
      return;
    }
    dueWork.heard(event);
    if (event.type === 'MessageFileRequested') {
      const { ticketId, messageId, contactId, connectionId } = event.data as Routed;
      sessions.get(connectionId)?.fetchFile({ ticketId, messageId, contactId });
      return;
    }
    if (event.type === 'MessageSent' || event.type === 'MessageFailed')
      outcomes.tell((event.data as Routed).messageId);
    const work = outboundWork(event);
    if (work) sessions.get(work.connectionId)?.touch(work, work.from === undefined ? undefined : event);
    const seen = seenBy(event);
    if (seen) sessions.get(seen.connectionId)?.seen(seen.ticketId, event.position);
  };
}
