import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { appendHandler, batchAppendHandler } from './appends.ts';
import { createGate } from './gate.ts';
import { createLog, type Log } from './log.ts';
import { readHandler } from './reads.ts';
import { createWriter, type Fault } from './writer.ts';

export type EventStoreDbDouble = Awaited<ReturnType<typeof startEventStoreDbDouble>>;

/**
 * EventStoreDB as the official client sees a 23.10 server, for tests: append, read, subscription to `$all`, and what the
 * client asks when it connects. Built from the client's own protocol files. It proves the adapter against the protocol and
 * against failures; only a real server (`EVENT_STORE_URL`) proves it against EventStoreDB.
 *
 * @param options.secure answers over TLS, and only to this user
 */
export async function startEventStoreDbDouble({
  log = createLog(),
  secure,
}: {
  log?: Log;
  secure?: { key: Buffer; certificate: Buffer; user: string; password: string };
} = {}) {
  const writer = createWriter(log);
  let sent = 0;
  const server = new Server({
    'grpc.max_receive_message_length': 64 * 1024 * 1024,
    interceptors: secure ? [onlyFor(secure)] : [],
  });
  const streamsService: UntypedServiceImplementation = {
    read: readHandler(log, () => {
      sent += 1;
    }),
    append: appendHandler(writer),
    batchAppend: batchAppendHandler(writer),
    delete: unimplemented,
    tombstone: unimplemented,
  };
  server.addService(StreamsService, streamsService);
  server.addService(ServerFeaturesService, { getSupportedMethods } as UntypedServiceImplementation);
  server.addService(GossipService, {
    read: (_: unknown, callback: sendUnaryData<unknown>) => callback(null, members(gate.port())),
  } as UntypedServiceImplementation);
  const inner = await new Promise<number>((resolve, reject) =>
    server.bindAsync(
      '127.0.0.1:0',
      secure
        ? ServerCredentials.createSsl(null, [{ private_key: secure.key, cert_chain: secure.certificate }])
        : ServerCredentials.createInsecure(),
      (error, port) => (error ? reject(error) : resolve(port)),
    ),
  );
  const gate = createGate(inner);
  await gate.open();
  log.writeSystemEvent('$started');

  return {
    log,
    url: `esdb://127.0.0.1:${gate.port()}?tls=false`,
    port: gate.port(),
    /** Events sent to readers and subscribers so far. */
    sent: () => sent,
    fault: (fault: Fault): void => writer.fault(fault),
    /** As `kill -9`: connections are reset, the port refuses, what was not answered is written or not. */
    async kill(): Promise<void> {
      writer.crash();
      await gate.shut();
    },
    /** On the same port, with the log as the kill left it. */
    async restart(): Promise<void> {
      await gate.open();
      log.writeSystemEvent('$started');
    },
    dropConnections: (): void => gate.drop(),
    freeze: (): void => gate.freeze(),
    thaw: (): void => gate.thaw(),
    /** From now on this node is a follower and sends writers to the leader. */
    follow(leader: { host: string; port: number } | undefined): void {
      writer.leader = leader;
    },
    async stop(): Promise<void> {
      await gate.shut();
      server.forceShutdown();
    },
  };
}

/** As a server with users: every call names one, and the wrong password is refused. */
const onlyFor = ({ user, password }: { user: string; password: string }): ServerInterceptor => {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, forward) => {
            const [given] = metadata.get('authorization');
            if (given === expected) forward(metadata);
            else call.sendStatus({ code: 16, details: 'Unauthenticated' });
          },
        }),
    });
};

const unimplemented = (_: unknown, callback: sendUnaryData<unknown>) =>
  callback({ code: 12, details: 'not in the double' });

const getSupportedMethods = (_: unknown, callback: sendUnaryData<unknown>) => {
  const answer = new features.SupportedMethods();
  answer.setEventStoreServerVersion('23.10.6-double');
  for (const name of ['Read', 'Append', 'BatchAppend']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.Streams');
    method.setMethodName(name);
    if (name === 'Read') method.setFeaturesList(['position', 'events']);
    answer.addMethods(method);
  }
  callback(null, answer);
};

const members = (port: number) => {
  const endPoint = new gossip.EndPoint().setAddress('127.0.0.1').setPort(port);
  const member = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
    .setTimeStamp(String(Date.now()))
    .setState(gossip.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(endPoint);
  const info = new gossip.ClusterInfo();
  info.addMembers(member);
  return info;
};
