import type { ChatMessageView } from '../../../contract/chat.ts';
import { serverNow } from '../../shell/server-time.ts';
import { ring } from '../../shell/sound.ts';
import { volume } from '../../shell/volume.ts';
import { isNews } from './news.ts';

/** Rings for what colleagues say, as loud as notifications are set. */
export function ringFor(message: ChatMessageView, userId: string): void {
  const isLooking = document.visibilityState === 'visible';
  const reading = isLooking ? /^\/chats\/([^/]+)$/.exec(location.pathname)?.[1] : undefined;
  if (isNews(message, { userId, reading, now: serverNow() })) ring(volume());
}
