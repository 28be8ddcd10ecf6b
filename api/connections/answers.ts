import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConnectionView } from '../../contract/connection.ts';
import { DomainError } from '../../domain/errors.ts';
import { readQrCode } from '../../messaging/pairing.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { awaitSettled } from '../http/commands.ts';
import type { Api } from '../services.ts';
import { connectionViewOf } from './view.ts';

type Needs = Pick<Api, 'names' | 'serving' | 'state' | 'reached' | 'config'>;

export type Answers = ReturnType<typeof createAnswers>;

/** Returns what finds the connection that a request is about, and answers with it as it is after its command. */
export function createAnswers(api: Needs) {
  const { names, serving, state } = api;

  async function find(request: FastifyRequest, connectionId: string): Promise<ConnectionDocument> {
    const connection = await request.read.get<ConnectionDocument>('connections', connectionId);
    if (!connection) throw new DomainError('ERR_NO_WAPP_FOUND');
    return connection;
  }

  async function view(request: FastifyRequest, connection: ConnectionDocument): Promise<ConnectionView> {
    const code = connection.status === 'qrcode' ? await readQrCode(state, connection.id) : undefined;
    return connectionViewOf(
      connection,
      await names.company(request.session.companyId),
      request.session,
      code,
      await serving.of(connection),
    );
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    connectionId: string,
    outcome: { position: number },
  ) {
    await awaitSettled(api, reply, outcome);
    await names.refresh(request.session.companyId, 'connections', connectionId);
    return view(request, await find(request, connectionId));
  }

  return { find, view, answer };
}
