import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import type { ApiConfig, App } from '../deps.ts';

/**
 * Returns helmet's options: only our own scripts run and nothing foreign is fetched; styles in elements are how the
 * console's theme works.
 */
const options = ({ hsts }: Pick<ApiConfig, 'hsts'>): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      // Help videos, from where they set no cookie until they are played.
      frameSrc: ['https://www.youtube-nocookie.com'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: hsts,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'same-origin' },
});

/** Returns what helmet sets for these options: asked once, for none of it depends on the request. */
export function headersOf(config: Pick<ApiConfig, 'hsts'>): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options(config))(request, response, (error) => {
    if (error) throw error;
  });
  return Object.freeze({
    ...Object.fromEntries(
      Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
    ),
    // The microphone records voice messages; nothing else of the machine is asked for, by us or by what we show.
    'permissions-policy':
      'microphone=(self), camera=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), bluetooth=()',
  });
}

/** On every answer, refusals and files included; a route may set stricter ones over them. */
export function secureHeaders(app: App, config: Pick<ApiConfig, 'hsts'>): void {
  const headers = headersOf(config);
  // Tokens, customers, messages: no browser and no proxy keeps an answer unless its route says so (files do).
  const ofApi = { ...headers, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/(api|graphql)([/?]|$)/.test(request.url) ? ofApi : headers);
    done();
  });
}
