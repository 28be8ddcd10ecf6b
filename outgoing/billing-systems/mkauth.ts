import { z } from 'zod';
import type { KeysOf } from '../../domain/company/integrations.ts';
import { type BillingSystem, BillingSystemError } from '../../domain/ports/billing-system.ts';
import type { Ask } from '../ask.ts';
import { day, demand, oldestFirst, pixCode, readAs, reais, typedLine } from './asking.ts';

// MK-AUTH (https://wiki.mk-auth.com.br): id and secret give a token that is good for some minutes, with it a customer's titles are asked for.

const token = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const titles = z.object({
  mensagem: z.string().optional(),
  titulos: z
    .array(
      z.object({
        status: z.string(),
        valor: reais,
        datavenc: day,
        linhadig: typedLine,
        pix: pixCode,
        qrcode: pixCode,
      }),
    )
    .optional(),
});
/** Whatever else a title is (paid, cancelled), it is not to be paid. */
const payable = new Set(['aberto', 'vencido']);

export function createMkauth(
  { ipmkauth, clientidmkauth, clientsecretmkauth }: KeysOf<'mkauth'>,
  ask: Ask,
): BillingSystem {
  async function signIn(): Promise<string> {
    const secret = Buffer.from(`${clientidmkauth}:${clientsecretmkauth}`).toString('base64');
    const answer = await demand(ask, {
      method: 'GET',
      url: `${ipmkauth}/api/`,
      headers: { authorization: `Basic ${secret}`, accept: '*/*' },
    });
    // Also as a JSON text.
    const given = (typeof answer.body === 'string' ? answer.body : answer.text).trim();
    if (!token.test(given)) throw new BillingSystemError('keys', 'it gives no token', answer.status);
    return given;
  }

  return {
    async check() {
      await signIn();
    },
    async openInvoices(document) {
      const answer = await demand(ask, {
        method: 'GET',
        url: `${ipmkauth}/api/titulo/titulos/${encodeURIComponent(document)}`,
        headers: { authorization: `Bearer ${await signIn()}` },
      });
      const { titulos, mensagem } = readAs(titles, answer);
      if (titulos === undefined) {
        if (mensagem !== undefined) return undefined;
        throw new BillingSystemError('odd', 'the answer has neither titles nor a message', answer.status);
      }
      const open = titulos.filter(({ status }) => payable.has(status.toLowerCase()));
      return oldestFirst(
        open.map(({ valor, datavenc, linhadig, pix, qrcode }) => ({
          amountCents: valor,
          dueDate: datavenc,
          line: linhadig,
          pix: pix ?? qrcode,
        })),
      );
    },
  };
}
