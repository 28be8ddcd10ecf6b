/** Pix at Efí (https://dev.efipay.com.br/docs/api-pix): the Central Bank's calls, over TLS with certificates of both sides. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sleep } from '../../domain/kernel/retry.ts';
import {
  type ChargeMade,
  type ChargeOutcome,
  PaymentError,
  type PaymentProvider,
} from '../../domain/ports/payments.ts';
import type { Answer } from '../../outgoing/ask.ts';
import { type Account, type Call, createAccount, type EfiSettings, nameOf, refuseAnswer } from './account.ts';

export interface EfiProviderSettings extends EfiSettings {
  /** Whose account is paid into. */
  readonly pixKey: string;
  /** The secret part of the address that Efí tells of payments. */
  readonly webhookKey: string;
}

/** Efí's limit of what who pays is shown. */
const longestDescription = 140;
const reais = z.string().regex(/^\d{1,10}\.\d{2}$/);
const id = z.string().regex(/^[A-Za-z0-9]{1,40}$/);
const pix = z.object({ endToEndId: id, valor: reais, horario: z.iso.datetime({ offset: true }) });
const cob = z.object({
  calendario: z.object({
    criacao: z.iso.datetime({ offset: true }),
    expiracao: z.number().int().positive(),
  }),
  status: z.string(),
  valor: z.object({ original: reais }),
  chave: z.string(),
  pixCopiaECola: z.string().min(1).max(1_000).optional(),
  pix: z.array(pix).default([]),
});
const refund = z.object({ status: z.string() });

/** Returns '349.90' as 34990, without a number in between that cannot hold it. */
const centsOf = (text: string): number => Number(text.replace('.', ''));
const reaisOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const expiryOf = ({ calendario: { criacao, expiracao } }: z.output<typeof cob>): Date =>
  new Date(Date.parse(criacao) + expiracao * 1_000);

/** Returns the answer, read. @throws PaymentError: it is not what Efí documents */
function readAs<T>(schema: z.ZodType<T>, call: Call, answer: Answer): T {
  const read = schema.safeParse(answer.body);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new PaymentError(
    `Efí: ${call.method} ${answer.status}: ${first?.path.join('.')} is unlike its documents`,
  );
}

const cobCall = (txid: string): Call => ({ method: 'GET', path: `/v2/cob/${txid}` });

/** Returns the provider that takes Pix into an account at Efí. */
export function createEfi(
  { pixKey, webhookKey, ...settings }: EfiProviderSettings,
  now: () => Date,
  wait: Parameters<typeof createAccount>[2] & { readonly refundMs?: number } = {},
): PaymentProvider {
  const ask = createAccount(settings, now, wait);

  async function chargeOf(
    txid: string,
    amountCents: number,
    call: Call,
    answer: Answer,
  ): Promise<ChargeMade> {
    const charge = readAs(cob, call, answer);
    // Of another amount or account it would be somebody else's: nobody is asked to pay it.
    if (centsOf(charge.valor.original) !== amountCents || charge.chave !== pixKey)
      throw new PaymentError(`Efí: ${txid} is a charge of something else`);
    if (charge.pixCopiaECola === undefined) throw new PaymentError(`Efí: ${txid} has no code`);
    return { code: charge.pixCopiaECola, expiresAt: expiryOf(charge).toISOString() };
  }

  return {
    name: 'efi',
    webhookKey,
    async charge({ txid, amountCents, description, expiresInSeconds }) {
      const call: Call = {
        method: 'PUT',
        path: `/v2/cob/${txid}`,
        body: {
          calendario: { expiracao: expiresInSeconds },
          valor: { original: reaisOf(amountCents) },
          chave: pixKey,
          ...(description !== '' && { solicitacaoPagador: description.slice(0, longestDescription) }),
        },
      };
      const answer = await ask(call);
      if (answer.status === 200 || answer.status === 201) return chargeOf(txid, amountCents, call, answer);
      // Made before: by a try whose answer got lost, or by somebody who asked at the same moment.
      if (nameOf(answer) !== 'txid_duplicado') return refuseAnswer(call, answer);
      const look = cobCall(txid);
      const there = await ask(look);
      return there.status === 200 ? chargeOf(txid, amountCents, look, there) : refuseAnswer(look, there);
    },
    async look(txid): Promise<ChargeOutcome> {
      const call = cobCall(txid);
      const answer = await ask(call);
      if (answer.status === 404) return { payments: [], isOver: true };
      if (answer.status !== 200) return refuseAnswer(call, answer);
      const charge = readAs(cob, call, answer);
      const payments = charge.pix.map(({ endToEndId, valor, horario }) => ({
        txid,
        paymentId: endToEndId,
        amountCents: centsOf(valor),
        paidAt: new Date(horario).toISOString(),
      }));
      return { payments, isOver: charge.status !== 'ATIVA' || expiryOf(charge) < now() };
    },
    async withdraw(txid) {
      const { isOver } = await this.look(txid);
      if (isOver) return;
      const call: Call = {
        method: 'PATCH',
        path: `/v2/cob/${txid}`,
        body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      };
      const answer = await ask(call);
      if (answer.status === 200 || answer.status === 201) return;
      // Paid, or over, at this very moment.
      if (!(await this.look(txid)).isOver) refuseAnswer(call, answer);
    },
    refund: (payment) => giveBack(ask, payment, wait.refundMs ?? 1_000),
    async tellAt(address, { mutualTls }) {
      const path = `/v2/webhook/${encodeURIComponent(pixKey)}`;
      const look: Call = { method: 'GET', path };
      const there = await ask(look);
      const known = z.object({ webhookUrl: z.string() }).safeParse(there.body).data?.webhookUrl;
      if (known === address) return;
      const call: Call = {
        method: 'PUT',
        path,
        headers: { 'x-skip-mtls-checking': mutualTls ? 'false' : 'true' },
        body: { webhookUrl: address },
      };
      const answer = await ask(call);
      if (answer.status !== 200 && answer.status !== 201) refuseAnswer(call, answer);
    },
  };
}

/** One that was refused leaves its id used up: the next try has the next one. */
const mostRefunds = 5;
const looks = 8;

/**
 * Resolves once the money is back: a refund that Efí has taken can still come to nothing. Its id derives from the payment, so that
 * whoever asks again, after a death or at the same moment, asks for the same one.
 */
async function giveBack(
  ask: Account,
  { paymentId, amountCents }: Parameters<PaymentProvider['refund']>[0],
  betweenMs: number,
): Promise<void> {
  // One of another provider's, from before this one was set up.
  if (!id.safeParse(paymentId).success) throw new PaymentError('Efí: no payment of its own');
  for (let attempt = 0; attempt < mostRefunds; attempt++) {
    const own = createHash('sha256').update(`${paymentId}/${attempt}`).digest('hex').slice(0, 32);
    const path = `/v2/pix/${paymentId}/devolucao/${own}`;
    const look: Call = { method: 'GET', path };
    let answer = await ask(look);
    if (answer.status === 404) {
      const call: Call = { method: 'PUT', path, body: { valor: reaisOf(amountCents) } };
      const asked = await ask(call);
      answer = await ask(look);
      if (answer.status !== 200) return refuseAnswer(call, asked);
    }
    for (let count = 0; ; count++) {
      if (answer.status !== 200) return refuseAnswer(look, answer);
      const { status } = readAs(refund, look, answer);
      if (status === 'DEVOLVIDO') return;
      if (status === 'NAO_REALIZADO') break;
      if (count === looks) throw new PaymentError('Efí: the refund is under way; ask again later');
      await sleep(betweenMs);
      answer = await ask(look);
    }
  }
  throw new PaymentError('Efí: the refund came to nothing');
}
