import { useEffect } from 'react';
import { channels } from '../../../../contract/channels.ts';
import { useLive } from '../../../shell/live.ts';
import { useSession } from '../../../shell/session.tsx';
import { sendPresence } from '../ticket/calls.ts';
import { createAnnouncer } from './announcer.ts';
import { applyPresence, forgetPresence, type Present, useEverybodyAt } from './feed.ts';

/** Who stops for this long no longer types. */
const TYPING_MS = 4_000;

const announcer = createAnnouncer({
  send: ({ ticketId, typing }) => sendPresence(ticketId, typing),
  later: (task, ms) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
});

/** Follows who is where, while the tickets page is shown. */
export function usePresenceFeed(): void {
  const { companyId } = useSession().user;
  useLive([channels.presence(companyId)], applyPresence, forgetPresence, () => announcer.again());
  // Not followed from now on: what is remembered would only grow old, and the next user of this tab is another.
  useEffect(() => forgetPresence, []);
}

/** Tells the others that this ticket is on the screen (while the window is), and when something is typed in it. */
export function useAnnounce(ticketId: string | undefined): void {
  useEffect(() => {
    if (ticketId === undefined) return;
    let stopTimer: ReturnType<typeof setTimeout> | undefined;
    const say = (typing: boolean) =>
      announcer.at({ ticketId: document.visibilityState === 'visible' ? ticketId : null, typing });
    const onSeen = () => say(false);
    // Any text field of the conversation, whoever made it: the composer need not know of this.
    const onTyped = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement) || target.closest('.tk-thread') === null) return;
      clearTimeout(stopTimer);
      say(target.value !== '');
      stopTimer = setTimeout(onSeen, TYPING_MS);
    };
    say(false);
    document.addEventListener('visibilitychange', onSeen);
    document.addEventListener('input', onTyped);
    return () => {
      clearTimeout(stopTimer);
      document.removeEventListener('visibilitychange', onSeen);
      document.removeEventListener('input', onTyped);
      announcer.at({ ticketId: null, typing: false });
    };
  }, [ticketId]);
}

/** Returns the colleagues at a ticket. */
export function usePresent(ticketId: string): readonly Present[] {
  const all = useEverybodyAt(ticketId);
  const me = useSession().user.id;
  return all.filter((one) => one.id !== me);
}
