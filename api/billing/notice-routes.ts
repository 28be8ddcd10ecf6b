import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import type { Api } from '../services.ts';
import { payPage } from './pay-page.ts';

type Needs = Pick<Api, 'app' | 'payments' | 'log'>;
type Payments = NonNullable<Api['payments']>;

const txid = z.string().regex(/^[A-Za-z0-9]{26,35}$/);
const isSame = (a: string, b: string) => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};
/** One notice names few charges. */
const mostNamed = 100;

/**
 * Where the provider tells of payments, and where a tester pays. Nothing that arrives here is believed: it says which charges to ask
 * the provider about.
 */
export function noticeRoutes(api: Needs): void {
  const { payments } = api;
  if (payments?.provider.webhookKey !== undefined) webhookRoutes(api, payments, payments.provider.webhookKey);
  if (payments?.provider.payPage !== undefined) payPageRoutes(api, payments);
}

function webhookRoutes({ app, log }: Needs, { charges }: Payments, key: string): void {
  // The provider adds /pix to the address that it was given.
  for (const path of ['/api/payments/notices/:key', '/api/payments/notices/:key/pix'])
    app.post(
      path,
      {
        config: { public: true, rateLimit: { max: 600, timeWindow: 60_000 } },
        schema: {
          tags: ['invoices'],
          summary:
            'The payment provider tells of payments; each is looked up with the provider before it counts.',
          params: z.object({ key: z.string().max(200) }),
          body: z.object({
            pix: z
              .array(z.object({ txid: z.string().max(50).optional() }))
              .max(mostNamed)
              .default([]),
          }),
          response: { 200: z.object({ taken: z.number() }) },
        },
      },
      async (request) => {
        if (!isSame(request.params.key, key)) throw new DomainError('ERR_NOT_FOUND');
        // What was paid without a charge of ours, into the account as such, names none.
        const named = new Set(request.body.pix.flatMap((one) => txid.safeParse(one.txid).data ?? []));
        for (const one of named)
          await charges.settle(one).catch((error: unknown) => {
            log.warn({ err: error, txid: one }, 'a payment that was told of is looked up later');
            throw new DomainError('ERR_UNAVAILABLE');
          });
        return { taken: named.size };
      },
    );
}

/** Whether a press comes from another site's page: it is nobody's wish to pay. */
const isForeign = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  site !== undefined && site !== 'same-origin' && site !== 'none';

function payPageRoutes({ app }: Needs, { provider, charges }: Payments): void {
  const path = '/api/sandbox/pix/:txid';
  const config = { public: true } as const;
  const params = z.object({ txid });

  app.get(
    path,
    { config, schema: { tags: ['invoices'], summary: 'The sandbox’s page on which a tester pays.', params } },
    async (request, reply) => {
      const { payments, isOver } = await provider.look(request.params.txid);
      const state = payments.length > 0 ? 'paid' : isOver ? 'over' : 'open';
      return reply.type('text/html; charset=utf-8').send(payPage(state));
    },
  );

  void app.register(async (forms) => {
    // An empty form is sent like this by browsers; nothing in it is read.
    const parse = { parseAs: 'string', bodyLimit: 1_024 } as const;
    forms.addContentTypeParser('application/x-www-form-urlencoded', parse, async () => undefined);
    forms.post<{ Params: z.output<typeof params> }>(
      path,
      {
        config,
        schema: { tags: ['invoices'], summary: 'As if this charge had been paid (sandbox only).', params },
      },
      async (request, reply) => {
        if (isForeign(request.headers)) throw new DomainError('ERR_NO_PERMISSION');
        const isPaid = await provider.pretendPaid?.(request.params.txid);
        if (isPaid) await charges.settle(request.params.txid);
        return reply.type('text/html; charset=utf-8').send(payPage(isPaid ? 'paid' : 'over'));
      },
    );
  });
}
