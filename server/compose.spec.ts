import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingNames } from './config.ts';

const text = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

const service = z.looseObject({
  security_opt: z.array(z.string()),
  cap_drop: z.array(z.string()),
  pids_limit: z.number(),
  mem_limit: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  networks: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
});
const { services, networks, volumes } = z
  .looseObject({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(text('docker-compose.yml'), { merge: true }));
const roles = ['api', 'projector', 'gateway'];
const stores = ['eventstore', 'mongo'];
const whoKnows = (secret: RegExp) =>
  Object.keys(services).filter((name) => secret.test(JSON.stringify(services[name]!.environment)));

describe('the production topology', () => {
  it('is the roles, the stores and who makes their certificates', () => {
    expect(Object.keys(services).sort()).toEqual([...roles, ...stores, 'certificates'].sort());
  });

  it.each(Object.keys(services))(
    'gives %s no right it does not need, and bounds what it may take',
    (name) => {
      expect(services[name]).toMatchObject({
        ...{ security_opt: ['no-new-privileges:true'], cap_drop: ['ALL'], pids_limit: 512 },
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      });
      expect(services[name]).not.toHaveProperty('privileged');
    },
  );

  it.each(roles)('lets %s write nothing but the media and a scratch folder', (name) => {
    expect(services[name]).toMatchObject({ read_only: true, volumes: ['media:/data', 'trust:/trust:ro'] });
  });

  it('tells the api and the gateway every setting that is theirs, from the environment it is started in', () => {
    const told = new Set(roles.flatMap((name) => Object.keys(services[name]!.environment)));
    // Of the image, of each process, and for tests.
    const untold = ['DATA_DIR', 'HOST', 'INSTANCE_ID', 'PORT', 'WHATSAPP_URL'];
    expect(settingNames.filter((name) => !told.has(name)).toSorted()).toEqual(untold);
    // Of the topology itself.
    const fixed = ['EVENT_STORE', 'READ_STORE', 'ROLES'];
    for (const name of settingNames.filter((one) => ![...untold, ...fixed].includes(one)))
      for (const role of roles) {
        const value = services[role]!.environment[name];
        if (value !== undefined) expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?]`));
      }
    const names = Object.keys(services.gateway!.environment).filter((name) => name !== 'ROLES');
    for (const name of names)
      expect(services.api!.environment[name], name).toBe(services.gateway!.environment[name]);
  });

  it('tells each secret to those alone who need it', () => {
    expect(whoKnows(/ADMIN_PASSWORD:-/)).toEqual(['api']);
    expect(whoKnows(/"SECRET_KEY"/)).toEqual(roles);
    for (const secret of [/SMTP_URL/, /EFI_CLIENT_SECRET/, /MEDIA_STORE/])
      expect(whoKnows(secret)).toEqual(['api', 'gateway']);
    expect(whoKnows(/OIDC_CLIENT_SECRET/)).toEqual(['api']);
    expect(whoKnows(/MONGO_PASSWORD/).sort()).toEqual([...roles, 'mongo'].sort());
    expect(whoKnows(/EVENTSTORE_PASSWORD/).sort()).toEqual([...roles, 'eventstore'].sort());
    // No secret has a default that somebody could know.
    for (const name of ['SECRET_KEY', 'MONGO_PASSWORD', 'EVENTSTORE_PASSWORD'])
      expect(text('docker-compose.yml').match(new RegExp(`\\$\\{${name}(?!:\\?)`))).toBeNull();
  });

  it('keeps the stores on a network without a way out, where both ask who one is', () => {
    expect(networks.stores).toEqual({ internal: true });
    for (const name of stores) expect(services[name]).toMatchObject({ networks: ['stores'], ports: [] });
    expect(services.eventstore!.environment).not.toHaveProperty('EVENTSTORE_INSECURE');
    for (const name of roles) {
      const { EVENT_STORE, READ_STORE } = services[name]!.environment;
      expect(EVENT_STORE).toMatch(/^esdb:\/\/admin:\$\{.*\?tls=true&tlsCAFile=\/trust\/ca\.crt$/);
      expect(READ_STORE).toMatch(/^mongodb:\/\/balcao:\$\{MONGO_PASSWORD:\?/);
    }
  });

  it('shows nobody the authority’s key, and the certificate’s key to the event store alone', () => {
    const mounting = (volume: string) =>
      Object.keys(services).filter((name) =>
        services[name]!.volumes.some((one) => one.startsWith(`${volume}:`)),
      );
    expect(mounting('authority')).toEqual(['certificates']);
    expect(mounting('certificate').sort()).toEqual(['certificates', 'eventstore']);
    expect(services.certificates!.network_mode).toBe('none');
    expect(Object.keys(volumes).filter((name) => mounting(name).length === 0)).toEqual([]);
  });

  it('is reached from this machine alone, where a proxy with TLS stands before it', () => {
    const open = Object.values(services).flatMap(({ ports }) => ports);
    expect(open).toEqual(['127.0.0.1:8080:8080']);
  });
});

describe('the image', () => {
  const dockerfile = text('Dockerfile');
  it('has every folder that the program is made of', () => {
    // The rooms that have rules of their own; the console is there as it was built, and tests are not.
    const rooms = [...text('.dependency-cruiser.cjs').matchAll(/^ {4}only\('(\w+)'/gm)].map(
      ([, name]) => name,
    );
    expect(rooms).toContain('server');
    for (const name of rooms.filter((room) => room !== 'console' && room !== 'testing'))
      expect(dockerfile).toMatch(new RegExp(`^COPY --chown=node:node ${name} \\./${name}$`, 'm'));
  });

  it('runs as nobody in particular, says whether it lives, and holds no secret', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('\nCMD '));
    expect(dockerfile).not.toMatch(/SECRET_KEY|PASSWORD/);
  });
});
