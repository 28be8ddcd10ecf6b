import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MediaStore } from '../domain/ports/media-store.ts';
import type { OpenDriver } from '../gateway/driver/driver-deps.ts';
import { createVault } from '../gateway/secrets/vault.ts';
import { createInMemoryStateStore } from '../testing/in-memory/state-store.ts';
import { parts } from './channel.ts';
import { channels } from './registry.ts';

const root = import.meta.dirname;
const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it('has every channel that has a folder, each under the name of its folder', () => {
  expect(channels.map(({ kind }) => kind).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

describe.each(channels.map((channel) => [channel.kind, channel] as const))('%s', (kind, channel) => {
  it('is named so that its name may stand in events, addresses and paths', () => {
    expect(kind).toMatch(/^[a-z][a-z0-9-]{0,39}$/);
  });

  it('says everything in three languages, the same in each', () => {
    const keys = Object.keys(channel.texts.pt).toSorted();
    const fields = channel.secrets.map(({ name }) => `field.${name}`);
    const settings = channel.settings.flatMap(({ name, schema: made }) => {
      const schema = made(z);
      return [
        `setting.${name}`,
        ...(schema.type === 'enum' ? schema.options.map((option) => `setting.${name}.${option}`) : []),
      ];
    });
    expect(keys).toEqual(expect.arrayContaining(['name', 'option', ...fields, ...settings]));
    for (const texts of [channel.texts.en, channel.texts.es])
      expect(Object.keys(texts).toSorted()).toEqual(keys);
    for (const texts of Object.values(channel.texts))
      expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('is set as usual in a way that it takes', () => {
    for (const { name, schema, usual } of channel.settings)
      expect([name, schema(z).safeParse(usual)]).toEqual([name, { success: true, data: usual }]);
  });

  it('stores one spelling of an address, however often it is normalised', () => {
    const { addresses } = channel;
    if (addresses === 'telephone') return;
    for (const raw of ['+55 (11) 98765-4321', '5511987654321', 'somebody']) {
      const once = addresses.normalise(raw, false);
      expect(addresses.normalise(once, false)).toBe(once);
    }
  });

  it('declares the folders that others load by their names, and has them', () => {
    const main = { routes: 'routes.ts', console: 'plugin.ts', 'pretend-customers': 'customers.ts' };
    const there = parts.filter((part) => existsSync(join(root, kind, part, main[part])));
    expect(channel.parts.toSorted()).toEqual(there.toSorted());
  });

  it('has a driver where the gateway looks for it, which can what is declared', async () => {
    expect(existsSync(join(root, kind, 'driver/driver.ts'))).toBe(true);
    const { openDriver } = (await import(`./${kind}/driver/driver.ts`)) as { openDriver: OpenDriver };
    const driver = openDriver(
      {
        companyId: 'c1',
        connectionId: 'w1',
        log: pino({ level: 'silent' }),
        handler: async () => {},
        sentMessage: async () => undefined,
        fence: 1,
        mayAct: () => true,
      },
      {
        vault: createVault('x'.repeat(32)),
        state: createInMemoryStateStore(),
        media: {} as MediaStore,
        settings: {},
        config: { secretKey: 'x'.repeat(32), maxMediaBytes: 1 },
      },
    );
    const { edit, delete: deletion, numberCheck, profilePicture } = channel.can;
    expect({
      ids: driver.externalIdOf ? 'derived' : 'given',
      edit: driver.edit !== undefined,
      deletion: driver.delete !== undefined,
      numberCheck: driver.checkNumber !== undefined,
      profilePicture: driver.profilePicture !== undefined,
    }).toEqual({ ids: channel.ids, edit, deletion, numberCheck, profilePicture });
  });
});
