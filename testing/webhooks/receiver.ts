/** The other end of webhooks, for tests: it checks every signature and answers as it is told to. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Heard {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
  /** Who says to call. */
  readonly agent: string | undefined;
}

/** A receiver of webhooks that checks every signature with the standard's own library, and answers as it is told to. */
export async function startReceiver(secret: string) {
  const heard: Heard[] = [];
  const refused: string[] = [];
  let answer: (
    call: number,
  ) => { status: number; body?: string; headers?: Record<string, string> } | 'never' = () => ({
    status: 200,
  });
  let calls = 0;
  const verifier = new Webhook(secret);
  const check = (body: string, headers: IncomingHttpHeaders): void => {
    const { type, data } = verifier.verify(body, headers as Record<string, string>) as Heard;
    heard.push({
      id: String(headers['webhook-id']),
      type,
      data,
      at: Date.now(),
      agent: headers['user-agent'],
    });
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const said = answer(calls++);
    if (said === 'never') return;
    try {
      check(body, request.headers);
    } catch (error) {
      refused.push(String(error));
    }
    response.writeHead(said.status, said.headers).end(said.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    heard,
    /** Why signatures were not accepted. */
    refused,
    calls: () => calls,
    /** How calls are answered from now on, by their number from 0. */
    answers(next: typeof answer): void {
      calls = 0;
      answer = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
