/** Doubles of the systems that companies bill by: one customer owes, another does not, and the rest are unknown. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const codeOf = (what: string) =>
  `00020101021226830014BR.GOV.BCB.PIX2561pix.example/v2/${what}6304ABCD`;
export const lineOf = '23793.38128 60007.827136 94000.063305 1 99990000009990';

/** Who these systems know: CPF 529.982.247-25 with two invoices, CNPJ 11.444.777/0001-61 with none. */
export const owing = '52998224725';
export const free = '11444777000161';
export const billingKeys = {
  asaas: '$aact_prod_of_ours',
  tokenixc: '12:0123456789abcdef',
  clientidmkauth: 'Client_Id_of_ours',
  clientsecretmkauth: 'Client_Secret_of_ours',
};

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Fault = (response: ServerResponse) => void;
type Said = readonly [status: number, body: unknown] | undefined;
const jwt = 'eyJ0eXAiOiJKV1QifQ.eyJleHAiOjF9.c2lnbmF0dXJl';
const listed = (data: readonly unknown[]) => ({
  object: 'list',
  hasMore: false,
  totalCount: data.length,
  limit: 10,
  offset: 0,
  data,
});

/** As https://docs.asaas.com says. */
function asaas({ path, headers }: Asked): Said {
  const url = new URL(path, 'http://x');
  if (!url.pathname.startsWith('/v3/')) return undefined;
  if (headers.access_token !== billingKeys.asaas)
    return [
      401,
      { errors: [{ code: 'invalid_access_token', description: 'A chave de API fornecida é inválida' }] },
    ];
  const { searchParams: query, pathname } = url;
  const document = query.get('cpfCnpj');
  if (pathname === '/v3/customers') {
    const known = document === null || document === owing || document === free;
    return [
      200,
      listed(
        known
          ? [{ object: 'customer', id: document === free ? 'cus_2' : 'cus_1', name: 'Maria', deleted: false }]
          : [],
      ),
    ];
  }
  const payment = (id: string, value: number, dueDate: string, status: string) => ({
    ...{
      object: 'payment',
      id,
      customer: 'cus_1',
      value,
      netValue: value - 1,
      dueDate,
      status,
      deleted: false,
    },
    ...{ billingType: 'UNDEFINED', invoiceUrl: `https://www.asaas.com/i/${id}`, bankSlipUrl: null },
  });
  if (pathname === '/v3/payments' && query.get('customer') === 'cus_1')
    return [
      200,
      listed(
        query.get('status') === 'OVERDUE'
          ? [payment('pay_1', 42.23, '2026-10-07', 'OVERDUE')]
          : [payment('pay_2', 100, '2026-12-10', 'PENDING')],
      ),
    ];
  if (pathname === '/v3/payments') return [200, listed([])];
  if (pathname === '/v3/payments/pay_1/pixQrCode')
    return [200, { encodedImage: 'iVBOR', payload: codeOf('pay_1'), expirationDate: '2027-10-07 23:59:59' }];
  return [404, { errors: [{ code: 'not_found', description: 'not found' }] }];
}

const ixcDocument: Readonly<Record<string, string>> = { '529.982.247-25': '7', '11.444.777/0001-61': '8' };

/** As IXC Soft's wiki says: lists by a query in the body, refusals with 200 too. */
function ixc({ path, headers, body }: Asked): Said {
  const what = /^\/webservice\/v1\/(\w+)$/.exec(path)?.[1];
  if (what === undefined) return undefined;
  if (headers.authorization !== `Basic ${Buffer.from(billingKeys.tokenixc).toString('base64')}`)
    return [401, '<h1>Unauthorized</h1>'];
  const query = JSON.parse(body) as Readonly<Record<string, string>>;
  if (what === 'get_pix')
    return query.id_areceber === '901'
      ? [200, { type: 'success', pix: { qrCode: { qrcode: codeOf('901'), imagemQrcode: 'iVBOR' } } }]
      : [200, { type: 'error', message: 'Pix não habilitado para esta carteira' }];
  if (headers.ixcsoft !== 'listar') return [200, { type: 'error', message: 'Ação inválida' }];
  const rows = (registros: readonly unknown[]) =>
    [
      200,
      registros.length > 0
        ? { page: '1', total: String(registros.length), registros }
        : { page: '1', total: 0 },
    ] as const;
  if (what === 'cliente' && query.qtype === 'cliente.id') return rows([{ id: '7', razao: 'Maria' }]);
  if (what === 'cliente') {
    const id = ixcDocument[query.query ?? ''];
    return rows(id === undefined ? [] : [{ id, razao: 'Maria', cnpj_cpf: query.query }]);
  }
  const bill = (id: string, valor: string, data_vencimento: string) => ({
    ...{ id, valor, valor_aberto: valor, data_vencimento, status: 'A', liberado: 'S' },
    ...{ linha_digitavel: lineOf, gateway_link: '' },
  });
  const isOpen = (query.grid_param ?? '').includes('"TB":"fn_areceber.status","OP":"=","P":"A"');
  if (what === 'fn_areceber' && query.query === '7' && isOpen)
    return rows([bill('902', '99.90', '2026-12-10'), bill('901', '42.23', '2026-10-07')]);
  return rows([]);
}

/** As MK-AUTH's wiki says. */
function mkauth({ path, headers }: Asked): Said {
  if (!path.startsWith('/api/')) return undefined;
  const secret = `${billingKeys.clientidmkauth}:${billingKeys.clientsecretmkauth}`;
  if (path === '/api/')
    return headers.authorization === `Basic ${Buffer.from(secret).toString('base64')}`
      ? [200, jwt]
      : [401, 'Unauthorized'];
  if (headers.authorization !== `Bearer ${jwt}`) return [401, { mensagem: 'Token inválido' }];
  const document = /^\/api\/titulo\/titulos\/(\w+)$/.exec(path)?.[1];
  const title = (titulo: string, valor: string, datavenc: string, status: string) => ({
    ...{ uuid: titulo, titulo, login: 'maria', cpf_cnpj: document, status, tipo: 'mensalidade', valor },
    ...{ datavenc: `${datavenc} 00:00:00`, linhadig: lineOf, pix: titulo === '1' ? codeOf('1') : '' },
  });
  if (document === owing)
    return [
      200,
      {
        titulos: [
          title('2', '100.00', '2026-12-10', 'aberto'),
          title('3', '5.00', '2026-09-07', 'pago'),
          title('1', '42.23', '2026-10-07', 'vencido'),
        ],
      },
    ];
  if (document === free) return [200, { titulos: [] }];
  return [200, { mensagem: 'Registro não encontrado' }];
}

/** The three systems that companies bill by, on a port of this machine, each as its documents say. */
export async function startBillingSystems() {
  const asked: Asked[] = [];
  const faults: { readonly what: RegExp; readonly fault: Fault }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      const at = faults.findIndex(({ what }) => what.test(one.path));
      const [hit] = at < 0 ? [] : faults.splice(at, 1);
      if (hit) return hit.fault(response);
      const [status, said] = asaas(one) ?? ixc(one) ?? mkauth(one) ?? [404, ''];
      response
        .writeHead(status, { 'content-type': typeof said === 'string' ? 'text/html' : 'application/json' })
        .end(typeof said === 'string' ? said : JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    /** What a desk is told to reach them. */
    settings: {
      allowedPrivate: ['127.0.0.1'],
      asaasPlaces: { live: `${url}/v3`, trial: `${url}/trial/v3` },
      timeoutMs: 400,
    },
    /** The keys of each, as somebody types them. */
    keys: {
      asaas: { asaas: billingKeys.asaas },
      ixc: { ipixc: url, tokenixc: billingKeys.tokenixc },
      mkauth: {
        ...{ ipmkauth: url, clientidmkauth: billingKeys.clientidmkauth },
        clientsecretmkauth: billingKeys.clientsecretmkauth,
      },
    },
    /** What the next question of such a path meets. */
    failNext: (what: RegExp, fault: Fault) => void faults.push({ what, fault }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type BillingDouble = Awaited<ReturnType<typeof startBillingSystems>>;
