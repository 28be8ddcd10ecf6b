/** Doubles of those who answer in a company's name: they answer as their documents say and remember what they were asked. */

import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AssistantPlaces } from '../../outgoing/assistants/open.ts';

export interface AskedOfAssistant {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** As JSON; undefined: it is none. */
  readonly body: never;
}
type Fault = (response: ServerResponse) => void;

export const modelKey = 'sk-of-ours';
export const voiceKey = 'azure-key-of-ours';
const token = 'ya29.of-ours';
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
/** A key file as Google gives it out. */
export const serviceAccount = JSON.stringify({
  ...{ type: 'service_account', project_id: 'loja', private_key_id: 'k1', private_key: privateKey },
  client_email: 'bot@loja.iam.gserviceaccount.com',
  token_uri: 'https://example.org/never-asked',
});
export const spokenBytes = Buffer.from('OggS spoken');

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

interface Said {
  readonly status: number;
  readonly body: unknown;
}
const ok = (body: unknown): Said => ({ status: 200, body });

interface Completion {
  readonly content?: string | null;
  readonly transfers?: boolean;
}

/** As https://platform.openai.com/docs/api-reference/chat says. */
const completion = ({ content = null, transfers = false }: Completion) =>
  ok({
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'gpt-4o-mini' },
    choices: [
      {
        index: 0,
        finish_reason: transfers ? 'tool_calls' : 'stop',
        message: {
          ...{ role: 'assistant', content, refusal: null },
          ...(transfers && {
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'transfer_to_agent', arguments: '{}' } },
            ],
          }),
        },
      },
    ],
    usage: { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 },
  });

const richText = (text: string) => ({
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text }] }] },
});
const sizes = { id: 'b1', type: 'choice input', items: [{ content: 'Pequeno' }, { content: 'Grande' }] };

/** A flow that greets, asks for a size and ends. As https://docs.typebot.io/api-reference/chat says. */
function typebot({ path, body }: AskedOfAssistant): Said | undefined {
  const asked = body as {
    readonly message?: { readonly text: string };
    readonly prefilledVariables?: object;
  };
  if (path === '/api/v1/typebots/loja/startChat')
    return ok({
      ...{ sessionId: 'ses1', typebot: { id: 't1' } },
      messages: [richText('Olá!'), richText('Que tamanho?')],
      input: sizes,
    });
  if (path !== '/api/v1/sessions/ses1/continueChat') return undefined;
  const text = asked.message?.text ?? '';
  if (text === 'Pequeno' || text === 'Grande') return ok({ messages: [richText(`${text}: anotado`)] });
  return ok({ messages: [], input: sizes });
}

/** As https://cloud.google.com/dialogflow/es/docs/reference/rest/v2 says. */
function dialogflow({ path, headers, body, text }: AskedOfAssistant): Said | undefined {
  if (path === '/token')
    return new URLSearchParams(text).get('assertion')?.split('.').length === 3
      ? ok({ access_token: token, expires_in: 3_599, token_type: 'Bearer' })
      : { status: 400, body: { error: 'invalid_grant' } };
  // A region stands in the host's name, here before the path, and says so again within it.
  const [, at = '', location = ''] =
    /^(?:\/([a-z0-9-]+))?\/v2\/projects\/loja(?:\/locations\/([a-z0-9-]+))?\/agent\/sessions\/[\w-]+:detectIntent$/.exec(
      path,
    ) ?? [];
  if (!path.endsWith(':detectIntent') || at !== location) return undefined;
  if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { error: { code: 401 } } };
  const { queryInput } = body as {
    readonly queryInput: {
      readonly text?: { readonly text: string };
      readonly event?: { readonly name: string };
    };
  };
  const said = queryInput.text?.text ?? queryInput.event?.name ?? '';
  return ok({
    responseId: 'r1',
    queryResult: {
      ...{ queryText: said, languageCode: 'pt-br', fulfillmentText: `Ouvi: ${said}` },
      fulfillmentMessages: [{ text: { text: [`Ouvi: ${said}`] } }],
      intent: { name: 'projects/loja/agent/intents/1', displayName: 'i', liveAgentHandoff: said === 'gente' },
    },
  });
}

/** Starts one server that speaks as OpenAI, Azure, Typebot, Dialogflow and a webhook do, and writes down what it is asked. */
export async function startAssistants() {
  const asked: AskedOfAssistant[] = [];
  const failing: { readonly path: RegExp; readonly fault: Fault }[] = [];
  let complete: (asked: AskedOfAssistant) => Completion = () => ({ content: 'Posso ajudar?' });
  let hook: (asked: AskedOfAssistant) => Said = () => ok({ messages: ['Recebido'] });

  function model(one: AskedOfAssistant): Said | undefined {
    if (!one.path.startsWith('/v1/')) return undefined;
    if (one.headers.authorization !== `Bearer ${modelKey}`)
      return {
        status: 401,
        body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } },
      };
    if (one.path === '/v1/chat/completions') return completion(complete(one));
    if (one.path === '/v1/audio/transcriptions') return ok({ text: 'quanto custa o azul' });
    return undefined;
  }

  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString('latin1');
    let body: unknown;
    try {
      body = JSON.parse(Buffer.from(text, 'latin1').toString());
    } catch {
      body = undefined;
    }
    const one = { path: request.url ?? '', headers: request.headers, text, body: body as never };
    asked.push(one);
    const at = failing.findIndex(({ path }) => path.test(one.path));
    if (at >= 0) {
      const [{ fault } = {}] = failing.splice(at, 1);
      fault?.(response);
      return;
    }
    if (one.path === '/cognitiveservices/v1') {
      if (one.headers['ocp-apim-subscription-key'] !== voiceKey) return json(response, 401, {});
      response.writeHead(200, { 'content-type': 'audio/ogg' }).end(spokenBytes);
      return;
    }
    const said =
      model(one) ?? typebot(one) ?? dialogflow(one) ?? (one.path === '/hook' ? hook(one) : undefined);
    json(response, said?.status ?? 404, said?.body ?? { message: 'not found' });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const places: AssistantPlaces = {
    dialogflow: {
      api: (region) => (region === 'global' ? url : `${url}/${region}`),
      token: `${url}/token`,
    },
    speech: url,
  };
  return {
    url,
    asked,
    settings: { allowedPrivate: ['127.0.0.1'], assistantPlaces: places, assistantTimeoutMs: 400 },
    completes(by: typeof complete) {
      complete = by;
    },
    answersHook(by: typeof hook) {
      hook = by;
    },
    failNext(path: RegExp, fault: Fault) {
      failing.push({ path, fault });
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type AssistantsDouble = Awaited<ReturnType<typeof startAssistants>>;
