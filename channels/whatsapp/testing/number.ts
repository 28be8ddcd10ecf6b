import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { ChannelSettings, DriverEvent, OutboundMessage } from '../../../gateway/driver/driver.ts';
import type { GatewayConfig } from '../../../gateway/gateway-config.ts';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { createInMemoryStateStore } from '../../../testing/in-memory/state-store.ts';
import { openDriver } from '../driver/driver.ts';
import { writePairedCredentials } from './crabline.ts';
import { type Network, startNetwork } from './network.ts';

export const secretKey = 'a secret of at least thirty-two characters';
export const marina = '5511955500142';
export const bia = '5511955500143';

/** A driver of a number, and what it has told. `paired: false`: nobody has scanned a code yet. */
export async function numberAt(
  url: string,
  connectionId: string,
  options: {
    paired?: boolean;
    handler?: (event: DriverEvent) => Promise<void>;
    config?: Partial<GatewayConfig>;
    settings?: ChannelSettings;
    mayAct?: () => boolean;
    pairingNumber?: () => Promise<string | undefined>;
    setting?: (name: string) => string | undefined;
    log?: Logger;
    /** What an earlier process of this number left. */
    state?: StateStore;
    connectionId?: string;
    takesGroups?: () => boolean;
    takesCalls?: () => boolean;
    /** Its proxy; absent: it has none. */
    proxy?: string;
  } = {},
) {
  const state = options.state ?? createInMemoryStateStore();
  if (options.paired !== false && !options.state)
    await writePairedCredentials({ state, secretKey, connectionId });
  const events: DriverEvent[] = [];
  const driver = openDriver(
    {
      companyId: 'c1',
      connectionId,
      log: options.log ?? pino({ level: 'silent' }),
      sentMessage: async () => undefined,
      ...(options.takesGroups && { takesGroups: options.takesGroups }),
      ...(options.takesCalls && { takesCalls: options.takesCalls }),
      ...(options.proxy !== undefined && {
        secret: async (name) => (name === 'proxy' ? options.proxy : undefined),
      }),
      fence: 1,
      mayAct: options.mayAct ?? (() => true),
      ...(options.setting && { setting: options.setting }),
      ...(options.pairingNumber && { pairingNumber: options.pairingNumber }),
      handler: async (event) => {
        events.push(event);
        await options.handler?.(event);
      },
    },
    {
      state,
      vault: createVault(secretKey),
      config: { secretKey, maxMediaBytes: 1_000_000, ...options.config },
      settings: { url, ...options.settings },
    },
  );
  /** Resolves when it tells of its next state of that kind. */
  const told = async (status: 'connected' | 'closed', since = 0) => {
    const found = () =>
      events.slice(since).find((event) => event.type === 'status' && event.status === status);
    await expect.poll(found, { timeout: 10_000, interval: 10 }).toBeDefined();
    return found();
  };
  return {
    connectionId,
    driver,
    events,
    state,
    told,
    async connect() {
      const since = events.length;
      await driver.connect();
      await told('connected', since);
    },
    of: <T extends DriverEvent['type']>(type: T) =>
      events.filter((event): event is Extract<DriverEvent, { type: T }> => event.type === type),
    messages: () => events.flatMap((event) => (event.type === 'message' ? [event.message] : [])),
  };
}
export type TestNumber = Awaited<ReturnType<typeof numberAt>>;

export const text = (
  externalId: string,
  body: string,
  more: Partial<OutboundMessage> = {},
): OutboundMessage => ({
  externalId,
  to: marina,
  isGroup: false,
  body,
  mediaType: 'chat',
  ...more,
});

/** A network for the tests of a file, and numbers at it that end with each test. */
export function atNetwork() {
  const opened: TestNumber[] = [];
  let network: Network | undefined;
  let count = 0;
  beforeAll(async () => {
    network = await startNetwork();
  });
  afterAll(() => network?.close());
  afterEach(async () => {
    for (const { driver } of opened.splice(0)) await driver.disconnect();
    expect(network!.problems, 'the network of the test itself').toEqual([]);
    network!.reset();
  });
  const number = async (options?: Parameters<typeof numberAt>[2]) => {
    const made = await numberAt(network!.url, options?.connectionId ?? `w-${++count}`, options);
    opened.push(made);
    return made;
  };
  return {
    network: () => network!,
    number,
    async connected(options?: Parameters<typeof numberAt>[2]) {
      const made = await number(options);
      await made.connect();
      return made;
    },
  };
}
