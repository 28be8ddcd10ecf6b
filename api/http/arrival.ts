/**
 * What the routes of all features share: who may call them and how often, what a body may be, and what is answered when
 * one is refused.
 */

import type { App } from '../deps.ts';

const usualMs = 30_000;
/** Of a body of who is not signed in: none of theirs is a tenth as long, and each is read whole before anything is asked of it. */
const mostBytesOfStrangers = 64 * 1024;

/**
 * A request has half a minute to arrive; only files of who is signed in may take longer (the server's own limit).
 * Otherwise anybody could send a byte a minute to each of many lines, and hold them for ten minutes. Bodies of strangers are short.
 */
export function limitArrival(app: App, arrivalMs = usualMs): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.public) route.bodyLimit ??= mostBytesOfStrangers;
  });
  const timers = new WeakMap<object, NodeJS.Timeout>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const holdsBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (holdsBody && !raw.complete) {
      const timer = setTimeout(() => raw.destroy(), arrivalMs);
      timers.set(raw, timer);
      const arrived = () => clearTimeout(timer);
      raw.once('end', arrived).once('close', arrived);
    }
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.signedIn !== null && request.isMultipart()) clearTimeout(timers.get(request.raw));
    done();
  });
}
