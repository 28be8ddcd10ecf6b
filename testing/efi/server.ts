import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export const efiApplication = { clientId: 'Client_Id_of_ours', clientSecret: 'Client_Secret_of_ours' };

interface Cob {
  readonly txid: string;
  readonly criacao: string;
  readonly expiracao: number;
  readonly valor: string;
  readonly chave: string;
  readonly solicitacaoPagador?: string;
  status: string;
  readonly pix: { endToEndId: string; txid: string; valor: string; horario: string }[];
}

interface Body {
  readonly [name: string]: unknown;
  readonly calendario?: { readonly expiracao?: number };
  readonly valor?: { readonly original?: string } | string;
  readonly chave?: string;
  readonly solicitacaoPagador?: string;
}

type Fault = (response: ServerResponse) => void;

/** As Efí refuses: its name for it, and a sentence. */
const refusal = (nome: string, mensagem = nome) => ({ nome, mensagem });

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Body);
}

/**
 * A double of Efí's Pix (https://dev.efipay.com.br/docs/api-pix) on a port of this machine, over TLS that asks for a certificate:
 * what is documented of tokens, immediate charges, refunds and webhooks, and what else may happen.
 */
export async function startEfi(tls: { key: Buffer; cert: Buffer; ca: Buffer }, now: () => Date) {
  const cobs = new Map<string, Cob>();
  const refunds = new Map<string, { status: string; valor: string }>();
  const webhooks = new Map<string, string>();
  const tokens = new Map<string, number>();
  const asked: { method: string; path: string; headers: IncomingMessage['headers'] }[] = [];
  const faults: { readonly what: RegExp; readonly fault: Fault }[] = [];
  let tokenSeconds = 3_600;
  let refundStatus = ['EM_PROCESSAMENTO', 'DEVOLVIDO'];

  const view = (cob: Cob) => ({
    calendario: { criacao: cob.criacao, expiracao: cob.expiracao },
    txid: cob.txid,
    revisao: 0,
    loc: { id: 789, location: `qrcodespix.example/v2/${cob.txid}`, tipoCob: 'cob' },
    location: `qrcodespix.example/v2/${cob.txid}`,
    status: cob.status,
    valor: { original: cob.valor },
    chave: cob.chave,
    ...(cob.solicitacaoPagador && { solicitacaoPagador: cob.solicitacaoPagador }),
    pixCopiaECola: `00020101021226830014BR.GOV.BCB.PIX2561qrcodespix.example/v2/${cob.txid}6304ABCD`,
    ...(cob.pix.length > 0 && { pix: cob.pix }),
  });

  function token(request: IncomingMessage): [number, unknown] {
    const secret = `${efiApplication.clientId}:${efiApplication.clientSecret}`;
    if (request.headers.authorization !== `Basic ${Buffer.from(secret).toString('base64')}`)
      return [401, { error: 'invalid_client', error_description: 'Invalid or inactive credentials' }];
    const value = randomBytes(16).toString('hex');
    tokens.set(value, now().getTime() + tokenSeconds * 1_000);
    return [
      200,
      { access_token: value, token_type: 'Bearer', expires_in: tokenSeconds, scope: 'cob.read cob.write' },
    ];
  }

  function putCob(txid: string, body: Body): [number, unknown] {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return [400, refusal('json_invalido')];
    if (cobs.has(txid))
      return [409, refusal('txid_duplicado', 'Campo txid informado já foi utilizado em outra cobrança')];
    const original = typeof body.valor === 'object' ? body.valor.original : undefined;
    if (!/^\d{1,10}\.\d{2}$/.test(original ?? '')) return [400, refusal('valor_invalido')];
    if (!body.chave) return [400, refusal('chave_invalida')];
    const { solicitacaoPagador } = body;
    const cob: Cob = {
      txid,
      criacao: now().toISOString(),
      expiracao: body.calendario?.expiracao ?? 3_600,
      valor: original ?? '',
      chave: body.chave,
      ...(solicitacaoPagador && { solicitacaoPagador }),
      status: 'ATIVA',
      pix: [],
    };
    cobs.set(txid, cob);
    return [201, view(cob)];
  }

  function putRefund(path: string, e2e: string, body: Body): [number, unknown] {
    const paid = [...cobs.values()].flatMap(({ pix }) => pix).find(({ endToEndId }) => endToEndId === e2e);
    if (!paid) return [404, refusal('pix_nao_encontrado')];
    if (refunds.has(path)) return [409, refusal('id_duplicado')];
    const under = [...refunds].filter(([of, { status }]) => of.includes(e2e) && status !== 'NAO_REALIZADO');
    if (under.length > 0) return [400, refusal('valor_devolucao_superior')];
    const [status = 'DEVOLVIDO'] = refundStatus;
    refunds.set(path, { status, valor: String(body.valor) });
    return [201, { id: path.split('/').at(-1), rtrId: `D${e2e}`, valor: body.valor, status }];
  }

  function getRefund(path: string): [number, unknown] {
    const refund = refunds.get(path);
    if (!refund) return [404, refusal('devolucao_nao_encontrada')];
    const said = { ...refund };
    refund.status = refundStatus[refundStatus.indexOf(refund.status) + 1] ?? refund.status;
    return [200, { id: path.split('/').at(-1), ...said }];
  }

  function answer(request: IncomingMessage, path: string, body: Body): [number, unknown] {
    const method = request.method ?? '';
    if (method === 'POST' && path === '/oauth/token') return token(request);
    const known = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (known === undefined || known <= now().getTime())
      return [401, { error: 'invalid_token', error_description: '' }];
    const [, , what, first = '', , second] = path.split('/');
    if (what === 'cob' && method === 'PUT') return putCob(first, body);
    if (what === 'cob') {
      const cob = cobs.get(first);
      if (cob && method === 'PATCH') {
        if (cob.status !== 'ATIVA') return [400, refusal('status_cobranca_invalido')];
        cob.status = String(body.status);
      }
      return cob ? [200, view(cob)] : [404, refusal('cobranca_nao_encontrada')];
    }
    if (what === 'pix' && second) return method === 'PUT' ? putRefund(path, first, body) : getRefund(path);
    if (what === 'webhook') {
      const key = decodeURIComponent(first);
      if (method === 'PUT') webhooks.set(key, String(body.webhookUrl));
      const webhookUrl = webhooks.get(key);
      return webhookUrl ? [200, { webhookUrl, chave: key }] : [404, refusal('webhook_nao_encontrado')];
    }
    return [404, refusal('nao_encontrado')];
  }

  const server = createServer(
    { ...tls, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      void bodyOf(request).then((body) => {
        const path = request.url ?? '';
        const method = request.method ?? '';
        asked.push({ method, path, headers: request.headers });
        const at = faults.findIndex(({ what }) => what.test(`${method} ${path}`));
        const [hit] = at < 0 ? [] : faults.splice(at, 1);
        if (hit) return hit.fault(response);
        const [status, said] = answer(request, path, body);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    cobs,
    refunds,
    webhooks,
    /** Somebody pays a charge, as the bank sees it, however it stands here. */
    pay(txid: string, valor?: string): void {
      const cob = cobs.get(txid);
      if (!cob) throw new Error(`no charge ${txid}`);
      const endToEndId = `E${randomBytes(15).toString('hex')}1`;
      cob.pix.push({ endToEndId, txid, valor: valor ?? cob.valor, horario: now().toISOString() });
      if (cob.status === 'ATIVA') cob.status = 'CONCLUIDA';
    },
    /** Whoever receives takes a charge back. */
    remove(txid: string): void {
      const cob = cobs.get(txid);
      if (cob) cob.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    },
    /** What the next question of this kind (`PUT /v2/cob`) meets. */
    failNext: (what: RegExp, fault: Fault) => void faults.push({ what, fault }),
    /** Tokens that were given are good no more, whatever was said of them. */
    forgetTokens: () => tokens.clear(),
    giveTokensFor: (seconds: number) => {
      tokenSeconds = seconds;
    },
    /** What becomes of refunds from here on, step by step. */
    refundsGo: (...statuses: string[]) => {
      refundStatus = statuses;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
