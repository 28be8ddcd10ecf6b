import { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { CallOptions, Channel, Client, ClientDuplexStream, Metadata } from '@grpc/grpc-js';
import type { Logger } from 'pino';

export type BatchAppendCall = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

/**
 * What the client keeps to itself (`protected` and `private` of 6.2.1, which is pinned): connection, discovery, credentials
 * and reconnection are its own, only the calls made over it are ours.
 */
interface Inside {
  GRPCStreamCreator(
    client: typeof StreamsClient,
    debugName: string,
    creator: (client: StreamsClient) => BatchAppendCall,
    cache: WeakMap<StreamsClient, BatchAppendCall>,
  ): () => Promise<BatchAppendCall>;
  callArguments(options: { requiresLeader?: boolean }, moreOptions: CallOptions): [Metadata, CallOptions];
  handleError(client: Client, error: Error): Promise<void>;
  createChannel(): Promise<Channel>;
}

/** Returns one connection to the cluster, taken up again by the client itself whenever it breaks. */
export function connectEventStoreDb({ url, log }: { url: string; log?: Logger }) {
  // The newer servers' name for the same protocol, which this client does not know.
  const client = EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, 'esdb'));
  const inside = client as unknown as Inside;

  // Called without being awaited: while no node of a cluster can be found it rejects, which would end the process.
  const { handleError, createChannel } = inside;
  inside.handleError = (failed, error) =>
    handleError(failed, error).catch((reason: unknown) => log?.debug({ err: reason }, 'reconnecting failed'));

  // `dispose` ends the calls and leaves the channel open, whose sockets and timers would outlive the store.
  let channel: Channel | undefined;
  let closed = false;
  inside.createChannel = async () => {
    const created = await createChannel();
    channel = created;
    if (closed) created.close();
    return created;
  };

  const calls = new WeakMap<StreamsClient, BatchAppendCall>();
  return {
    client,
    /**
     * The batch append call of the present connection. `prepare` is given each new one before anything can happen on it,
     * and a function that puts it out of use.
     */
    batchAppend: (prepare: (call: BatchAppendCall, forget: () => void) => void): Promise<BatchAppendCall> =>
      inside.GRPCStreamCreator(
        StreamsClient,
        'batchAppend',
        (streams) => {
          const call = streams.batchAppend(
            ...inside.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY }),
          );
          prepare(call, () => {
            if (calls.get(streams) === call) calls.delete(streams);
          });
          return call;
        },
        calls,
      )(),
    async close(): Promise<void> {
      closed = true;
      await client.dispose();
      channel?.close();
    },
  };
}
