import type { Driver, DriverContext, DriverEvent, OutboundMessage } from '../gateway/driver/driver.ts';

export type ScriptedDriver = ReturnType<typeof scriptedDriver>;

/** A network that connects and then says only what a test wants it to say, behind the gateway's `openDriver`. */
export function scriptedDriver(over: Partial<Driver> = {}) {
  const { connect: _, ...rest } = over;
  const contexts: DriverContext[] = [];
  const sends: OutboundMessage[] = [];
  const counts = { connects: 0, disconnects: 0, logouts: 0 };
  return {
    contexts,
    sends,
    counts,
    openDriver: async (_channel: unknown, context: DriverContext): Promise<Driver> => {
      contexts.push(context);
      return {
        idempotentSend: true,
        externalIdOf: (messageId) => `net-${messageId}`,
        connect: async () => {
          counts.connects++;
          if (over.connect) return over.connect();
          await context.handler({ type: 'status', status: 'connected', number: '5511999990000' });
        },
        disconnect: async (options) => {
          counts.disconnects++;
          if (options?.logout) counts.logouts++;
        },
        send: async (message) => void sends.push(message),
        edit: async () => {},
        delete: async () => {},
        checkNumber: async (number) => ({ exists: true, number }),
        downloadMedia: async () => {
          throw new Error('410 gone');
        },
        ...rest,
      };
    },
    /** The driver of the latest session tells of something. */
    tell: (event: DriverEvent) => contexts.at(-1)!.handler(event),
  };
}
