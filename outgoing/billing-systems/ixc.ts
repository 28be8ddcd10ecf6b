import { z } from 'zod';
import type { KeysOf } from '../../domain/company/integrations.ts';
import {
  type BillingSystem,
  BillingSystemError,
  type OpenInvoice,
} from '../../domain/ports/billing-system.ts';
import type { Ask } from '../ask.ts';
import {
  day,
  demand,
  mostInvoices,
  oldestFirst,
  pixCode,
  readAs,
  reais,
  typedLine,
  webAddress,
} from './asking.ts';

// IXC Soft's web service, version 1: lists are asked for with the header ixcsoft and a query in the body; also refusals come with 200.

const id = z.union([z.string().regex(/^\d{1,11}$/), z.number().int().transform(String)]);
const refusal = z.object({ type: z.literal('error') });
/** Rows of a page, as many as are asked for: of each customer their receivables are asked for in turn. */
const perPage = { customers: 5, receivables: 20 } as const;
const listOf = <T>(most: number, one: z.ZodType<T>) =>
  z.object({
    registros: z
      .array(one)
      .default([])
      .transform((rows) => rows.slice(0, most)),
  });
const customers = listOf(perPage.customers, z.object({ id }));
const receivables = listOf(
  perPage.receivables,
  z.object({
    id,
    valor: reais,
    valor_aberto: z.union([reais, z.unknown().transform(() => undefined)]).optional(),
    data_vencimento: day,
    linha_digitavel: typedLine,
    gateway_link: webAddress,
  }),
);
const pixOf = z.object({ pix: z.object({ qrCode: z.object({ qrcode: pixCode }).optional() }).optional() });

/** Returns a document as IXC keeps it: with dots, slash and dash. */
function maskDocument(document: string): string {
  const [, ...parts] =
    document.length === 11
      ? (/^(.{3})(.{3})(.{3})(.{2})$/.exec(document) ?? [])
      : (/^(.{2})(.{3})(.{3})(.{4})(.{2})$/.exec(document) ?? []);
  const [a, b, c, d, e] = parts;
  return e === undefined ? `${a}.${b}.${c}-${d}` : `${a}.${b}.${c}/${d}-${e}`;
}

export function createIxc({ ipixc, tokenixc }: KeysOf<'ixc'>, ask: Ask): BillingSystem {
  const headers = { authorization: `Basic ${Buffer.from(tokenixc).toString('base64')}` };

  async function post(what: string, body: object, more: Readonly<Record<string, string>> = {}) {
    const url = `${ipixc}/webservice/v1/${what}`;
    const answer = await demand(ask, { method: 'POST', url, headers: { ...headers, ...more }, body });
    if (refusal.safeParse(answer.body).success)
      throw new BillingSystemError('refused', `it refuses ${what}`, answer.status);
    return answer;
  }
  const list = <T>(schema: z.ZodType<T>, what: string, query: object) =>
    post(what, { oper: '=', page: '1', sortorder: 'asc', ...query }, { ixcsoft: 'listar' }).then((answer) =>
      readAs(schema, answer),
    );
  const withDocument = async (document: string) =>
    (
      await list(customers, 'cliente', {
        qtype: 'cliente.cnpj_cpf',
        query: document,
        rp: String(perPage.customers),
        sortname: 'cliente.id',
      })
    ).registros;

  const openOf = async (customer: string) =>
    (
      await list(receivables, 'fn_areceber', {
        qtype: 'fn_areceber.id_cliente',
        query: customer,
        rp: String(perPage.receivables),
        sortname: 'fn_areceber.data_vencimento',
        grid_param: JSON.stringify([
          { TB: 'fn_areceber.liberado', OP: '=', P: 'S' },
          { TB: 'fn_areceber.status', OP: '=', P: 'A' },
        ]),
      })
    ).registros;

  /** Not every contract has Pix: IXC refuses those. */
  async function pixFor(receivable: string): Promise<string | undefined> {
    try {
      return readAs(pixOf, await post('get_pix', { id_areceber: receivable })).pix?.qrCode?.qrcode;
    } catch (error) {
      if (error instanceof BillingSystemError && error.failure === 'refused') return undefined;
      throw error;
    }
  }

  return {
    async check() {
      await list(customers, 'cliente', {
        qtype: 'cliente.id',
        query: '0',
        oper: '>',
        rp: '1',
        sortname: 'cliente.id',
      });
    },
    async openInvoices(document) {
      let known = await withDocument(maskDocument(document));
      if (known.length === 0) known = await withDocument(document);
      if (known.length === 0) return undefined;
      const open = [];
      for (const customer of known) open.push(...(await openOf(customer.id)));
      const dated = open.map((one) => ({ ...one, dueDate: one.data_vencimento }));
      const toldInvoices: OpenInvoice[] = [];
      for (const { id: ownId, dueDate, valor, valor_aberto, linha_digitavel, gateway_link } of oldestFirst(
        dated,
      ))
        toldInvoices.push({
          amountCents: valor_aberto || valor,
          dueDate,
          line: linha_digitavel,
          url: gateway_link,
          pix: await pixFor(ownId),
        });
      return toldInvoices.slice(0, mostInvoices);
    },
  };
}
