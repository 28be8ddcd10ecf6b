let said = false;

/** Returns whether this browser shows notifications and was allowed to. One that knows none is only logged, once. */
export function showsOnDesktop(): boolean {
  if (typeof Notification !== 'undefined') return Notification.permission === 'granted';
  if (!said) console.info('This browser shows no desktop notifications.');
  said = true;
  return false;
}
