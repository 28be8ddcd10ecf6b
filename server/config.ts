import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { longestPassword, shortestPassword } from '../api/auth/password-rule.ts';
import { isAllowedPrivate } from '../outgoing/private-addresses.ts';
import { channelSettings, ofChannels } from './channel-settings.ts';
import { ConfigError } from './config-error.ts';
import { mediaSetting } from './media-setting.ts';
import { ownUrl } from './own-url.ts';
import { efiSettings, paymentsOf } from './payment-settings.ts';
import { quotaSettings, quotasOf } from './quota-settings.ts';
import { withSecretFiles } from './secret-files.ts';
import { secretKeyIn } from './secret-key.ts';

const roles = ['api', 'projector', 'gateway'] as const;
export type Role = (typeof roles)[number];

const hourMs = 3_600_000;
const flag = z.enum(['0', '1']).transform((value) => value === '1');
/** Whether it is a common one is looked at where it is set. */
const password = z
  .string()
  .min(shortestPassword, `must have at least ${shortestPassword} characters`)
  .max(longestPassword, `must have at most ${longestPassword} characters`);
const noAddress = 'has a host, a port or a %-letter that cannot be';
const isMediaSetting = (text: string): boolean => {
  try {
    return mediaSetting(text) !== undefined;
  } catch {
    return false;
  }
};
const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsAbsent, schema.optional());

/**
 * Returns how many proxies stand before us, or their addresses; undefined: the text says neither. `true` would believe
 * whatever a client says of itself.
 */
function proxiesOf(text: string): false | number | readonly string[] | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) > 10 ? undefined : Number(text) || false;
  const list = text.split(',').map((one) => one.trim());
  return list.every(isAddressOrNetwork) ? list : undefined;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** Returns the schema of the environment: every name, its form and its default. `docs/operations.md` explains them. */
const environment = (demo: boolean) =>
  z.object({
    PORT: optional(z.coerce.number().int().min(0).max(65_535)).transform((port) => port ?? 8080),
    HOST: optional(z.string()).transform((host) => host ?? '127.0.0.1'),
    DATA_DIR: optional(z.string()).transform((folder) => resolve(folder ?? './data')),
    EVENT_STORE: optional(
      z
        .string()
        .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/, 'must look like esdb://host:2113?tls=false'),
    ),
    READ_STORE: optional(
      z.string().regex(/^mongodb(\+srv)?:\/\/\S+$/, 'must look like mongodb://host:27017/balcao'),
    ),
    MEDIA_STORE: optional(
      z
        .string()
        .regex(
          /^(file:\/\/\/|s3:\/\/[^\s/]+\/[^\s/])\S*$/,
          'must look like file:///folder or s3://key:secret@host:9000/bucket; leave it out for DATA_DIR/media',
        )
        .refine(isMediaSetting, noAddress),
    ),
    DEMO: optional(flag).transform((value) => value ?? demo),
    DEMO_TRAFFIC: optional(z.coerce.number().min(0).max(600)).transform((perMinute) => perMinute ?? 1),
    ADMIN_EMAIL: optional(z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')).transform(
      (email) => email ?? 'admin@localhost',
    ),
    ADMIN_PASSWORD: optional(password),
    PUBLIC_URL: optional(
      z
        .string()
        .regex(/^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/, 'must look like https://desk.example.com')
        .refine(URL.canParse, noAddress),
    ).transform((url) => url?.replace(/\/+$/, '')),
    SMTP_URL: optional(
      z.string().regex(/^smtps?:\/\/\S+$/, 'must look like smtp://user:password@mail.example.com:587'),
    ),
    MAIL_FROM: optional(
      z
        .string()
        .regex(/^([^<>\r\n]{1,100}<)?[^\s@<>]+@[^\s@<>]+>?$/, 'must look like Balcão <desk@example.com>'),
    ),
    PAYMENTS: optional(z.enum(['sandbox', 'efi', 'off'])),
    ...efiSettings,
    OIDC_ISSUER: optional(
      z
        .string()
        .regex(
          /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])[^\s?#]+$/,
          'must look like https://id.example.com',
        )
        .refine(URL.canParse, noAddress),
    ),
    OIDC_CLIENT_ID: optional(z.string().max(300)),
    OIDC_CLIENT_SECRET: optional(z.string().max(2_000)),
    OIDC_LABEL: optional(z.string().max(40)),
    DEMO_PASSWORD: optional(password),
    SECRET_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
    ADOPT_STORES: optional(flag).transform((value) => value ?? false),
    LOG_LEVEL: optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])).transform(
      (level) => level ?? 'info',
    ),
    ROLES: optional(z.string())
      .transform((list) => (list ?? roles.join(',')).split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(roles, { error: `must be a list of ${roles.join(', ')}` })).min(1)),
    ...ofChannels,
    ...quotaSettings,
    MEDIA_SWEEP_DAYS: optional(z.coerce.number().int().min(0).max(3_650)).transform((days) => days ?? 7),
    MAX_UPLOAD_MB: optional(z.coerce.number().positive().max(2048)).transform((size) => size ?? 64),
    INSTANCE_ID: optional(z.string().regex(/^[\w.-]{1,100}$/, 'must be letters, digits, . _ or -')),
    STOP_WAIT_SECONDS: optional(z.coerce.number().min(0).max(60)),
    TRUST_PROXY: optional(
      z.string().refine((text) => proxiesOf(text) !== undefined, {
        error:
          'must be the number of proxies in a row (0 to 10), or their addresses and networks: 10.0.0.0/8,192.168.1.7',
      }),
    ).transform((text) => (text === undefined ? false : (proxiesOf(text) ?? false))),
    SECURE_COOKIES: optional(flag),
    HSTS: optional(flag),
    SESSION_IDLE_HOURS: optional(z.coerce.number().min(0.25).max(8_760)).transform(
      (hours) => hours ?? 7 * 24,
    ),
    SESSION_HOURS: optional(z.coerce.number().min(0.25).max(8_760)).transform((hours) => hours ?? 30 * 24),
    ALLOWED_PRIVATE_ADDRESSES: optional(z.string())
      .transform((list) =>
        (list ?? '')
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      )
      .refine((list) => list.every(isAllowedPrivate), {
        error: 'must be a list of host names, addresses and networks: ixc.intern,10.1.0.0/16',
      }),
    METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters').max(200)),
    LINES_PER_ADDRESS: optional(z.coerce.number().int().min(1)),
    MAX_CONNECTIONS: optional(z.coerce.number().int().min(10)),
  });

/** Every setting by its name in the environment; those of secrets may have `_FILE` after it. */
export const settingNames: readonly string[] = Object.keys(environment(false).shape);

export type Config = ReturnType<typeof readConfig>;

/**
 * Returns the settings from the environment, checked.
 * @param options.demo default of DEMO (`npm start` sets it)
 * @throws ConfigError naming each wrong setting
 */
export function readConfig(given: NodeJS.ProcessEnv, options: { demo: boolean; roles?: string }) {
  let env: NodeJS.ProcessEnv;
  try {
    env = withSecretFiles(given);
  } catch (error) {
    throw new ConfigError(`Wrong setting. ${(error as Error).message}`);
  }
  // A blank would be the number 0, which for most of them is: without a limit.
  const isBlank = ([, value]: [string, string | undefined]) => value?.trim() === '';
  const blank = Object.entries(env)
    .filter(isBlank)
    .map(([name]) => [name, '']);
  const set = { ...env, ...Object.fromEntries(blank), ...(options.roles && { ROLES: options.roles }) };
  const parsed = environment(options.demo).safeParse(set);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
    throw new ConfigError(`Wrong setting. ${wrong.join('; ')}`);
  }
  const config = parsed.data;
  // Links of letters to others must not lead where whoever asked for the letter says that we are.
  if (config.SMTP_URL !== undefined && config.PUBLIC_URL === undefined)
    throw new ConfigError('Wrong setting. PUBLIC_URL: is required with SMTP_URL');
  const embedded = config.EVENT_STORE === undefined && config.READ_STORE === undefined;
  return {
    port: config.PORT,
    host: config.HOST,
    dataDir: config.DATA_DIR,
    eventStore: config.EVENT_STORE,
    readStore: config.READ_STORE,
    media: mediaSetting(config.MEDIA_STORE ?? pathToFileURL(join(config.DATA_DIR, 'media')).href),
    demo: config.DEMO,
    /** Messages a minute of the demo's pretend customers; 0: they stay silent. */
    demoTraffic: config.DEMO ? config.DEMO_TRAFFIC : 0,
    adminEmail: config.ADMIN_EMAIL.toLowerCase(),
    adminPassword: config.ADMIN_PASSWORD,
    publicUrl: config.PUBLIC_URL,
    lettersUrl: config.PUBLIC_URL ?? ownUrl(config),
    mail: {
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM ?? 'Balcão <balcao@localhost>',
      folder: join(config.DATA_DIR, 'mail'),
    },
    /** Where it is run for real nobody may pay by pretending to. */
    payments: paymentsOf(config, env.NODE_ENV === 'production' ? 'off' : 'sandbox'),
    oidc: oidcOf(config),
    demoPassword: config.DEMO_PASSWORD,
    secretKey: config.SECRET_KEY ?? ownKey(config.DATA_DIR, embedded, config.ADOPT_STORES),
    /** Whether log, state and key are taken as they are although they do not belong together. */
    adoptStores: config.ADOPT_STORES,
    logLevel: config.LOG_LEVEL,
    roles: new Set(config.ROLES),
    instanceId: config.INSTANCE_ID,
    // Nobody stands before an embedded server who would have to be told first.
    stopWaitMs: 1_000 * (config.STOP_WAIT_SECONDS ?? (embedded ? 0 : 3)),
    channels: channelSettings(config),
    quotas: quotasOf(config),
    /** How long a file that nothing refers to is spared; 0: for ever. */
    mediaGraceMs: config.MEDIA_SWEEP_DAYS * 24 * hourMs,
    maxUploadBytes: Math.round(config.MAX_UPLOAD_MB * 1024 * 1024),
    trustProxy: config.TRUST_PROXY,
    /** Where companies may send us although it is private. */
    allowedPrivate: config.ALLOWED_PRIVATE_ADDRESSES,
    /** Behind a proxy TLS is the rule; where it is not, or where it is without one, it is said. */
    cookieSecure: config.SECURE_COOKIES ?? config.TRUST_PROXY !== false,
    hsts: config.HSTS ?? config.SECURE_COOKIES ?? config.TRUST_PROXY !== false,
    sessionIdleMs: config.SESSION_IDLE_HOURS * hourMs,
    sessionLongestMs: config.SESSION_HOURS * hourMs,
    metricsToken: config.METRICS_TOKEN,
    mostLinesOfAddress: config.LINES_PER_ADDRESS,
    mostConnections: config.MAX_CONNECTIONS,
  };
}

interface OidcEnvironment {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_LABEL?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}

/** Returns the sign-in provider, all of it or nothing: half a provider would leave people before a button that leads nowhere. */
function oidcOf(given: OidcEnvironment) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (issuer === undefined) return undefined;
  const needed = { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL: given.PUBLIC_URL };
  const missing = Object.entries(needed).find(([, value]) => value === undefined)?.[0];
  if (missing !== undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigError(`Wrong setting. ${missing}: is required with OIDC_ISSUER`);
  return { issuer, clientId, clientSecret, label: given.OIDC_LABEL ?? new URL(issuer).hostname };
}

/** Returns the key of the data folder; engines of one's own have none, for every process must be told the same. */
function ownKey(dataDir: string, embedded: boolean, adopt: boolean): string {
  if (embedded) return secretKeyIn(dataDir, adopt);
  throw new ConfigError('Wrong setting. SECRET_KEY: is required with EVENT_STORE or READ_STORE');
}
