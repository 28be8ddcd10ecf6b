import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Certificates, createCertificates, hasOpenssl } from '../testing/certificates.ts';
import { readConfig, settingNames } from './config.ts';
import { ConfigError } from './config-error.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-config-'));
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }, { demo: false });

test('without settings everything is embedded and listens on loopback', () => {
  expect(read({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    eventStore: undefined,
    readStore: undefined,
    demo: false,
    adminEmail: 'admin@localhost',
  });
});

test('letters that nobody asked for lead to this machine while nobody else can reach it', () => {
  expect(read({ PORT: '8090' }).lettersUrl).toBe('http://127.0.0.1:8090');
  expect(read({ HOST: '::1' }).lettersUrl).toBe('http://[::1]:8080');
  expect(read({ PUBLIC_URL: 'https://desk.example.com' }).lettersUrl).toBe('https://desk.example.com');
  for (const [name, value] of Object.entries({
    HOST: '0.0.0.0',
    TRUST_PROXY: '1',
    ROLES: 'gateway',
    PORT: '0',
  }))
    expect(read({ [name]: value }).lettersUrl).toBeUndefined();
});

test('an empty setting is an absent one, and so is a blank', () => {
  const blank = Object.fromEntries(settingNames.map((name) => [name, ' ']));
  expect(read({ ...blank, DATA_DIR: dataDir })).toEqual(read({}));
  expect(read({ PORT: '', EVENT_STORE: '', ADMIN_PASSWORD: '' })).toMatchObject({
    port: 8080,
    eventStore: undefined,
    adminPassword: undefined,
  });
});

test('a topology that names every setting and sets none has the usual ones', () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, '']));
  const usual = read({});
  expect(read({ ...empty, DATA_DIR: dataDir })).toEqual(usual);
});

test('every setting is explained to operators, and none that is not there', () => {
  const text = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| (`[A-Z][A-Z_]*`(?:, `[A-Z_]+`)*) \|/gm)];
  const explained = rows.flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
  expect(explained.toSorted()).toEqual(settingNames.toSorted());
});

test.each([
  ['PUBLIC_URL', 'desk.example.com'],
  ['PORT', 'eighty'],
  ['EVENT_STORE', 'postgres://x'],
  ['READ_STORE', 'mysql://x'],
  ['MEDIA_STORE', 's3://bucket'],
  ['MEDIA_STORE', 'http://minio:9000/bucket'],
  ['MEDIA_STORE', 's3://key:secret@minio:99999/bucket'],
  ['MEDIA_STORE', 'file:///a%zz'],
  ['PUBLIC_URL', 'https://desk.example.com:99999'],
  ['OIDC_ISSUER', 'https://[::x]'],
  ['ADMIN_PASSWORD', 'abc'],
  ['SECRET_KEY', 'short'],
  ['ADOPT_STORES', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['OIDC_ISSUER', 'http://id.example.com'],
  ['PAYMENTS', 'cash'],
  ['EFI_URL', 'http://pix.api.efipay.com.br'],
  ['ROLES', 'api,painter'],
  ['DEMO', 'yes'],
  ['WHATSAPP_URL', 'http://x'],
  ['WHATSAPP_VERSION', 'latest'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '11'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', '10.0.0.0/8,nginx'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['METRICS_TOKEN', 'short'],
  ['SESSION_HOURS', '0'],
])('a wrong %s is refused in one line that names it', (name, value) => {
  const refusal = (() => {
    try {
      read({ [name]: value });
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(ConfigError);
  expect((refusal as Error).message).toContain(name);
  expect((refusal as Error).message).not.toContain('\n');
});

test('engines of one’s own need a secret key of one’s own', () => {
  expect(() => read({ EVENT_STORE: 'esdb://127.0.0.1:2113?tls=false' })).toThrow(/SECRET_KEY/);
  expect(read({ EVENT_STORE: 'esdb://127.0.0.1:2113?tls=false', SECRET_KEY: 'k'.repeat(32) }).secretKey).toBe(
    'k'.repeat(32),
  );
});

test.each([
  [{}, false, false, false],
  [{ TRUST_PROXY: '0' }, false, false, false],
  [{ TRUST_PROXY: '1' }, 1, true, true],
  [{ TRUST_PROXY: '2', HSTS: '0' }, 2, true, false],
  [{ TRUST_PROXY: '1', SECURE_COOKIES: '0' }, 1, false, false],
  [{ SECURE_COOKIES: '1' }, false, true, true],
  [{ TRUST_PROXY: '10.0.0.0/8, ::1', HSTS: '1' }, ['10.0.0.0/8', '::1'], true, true],
])('%j: whose word is believed, and what browsers are told, are settings of their own', (env, ...wanted) => {
  const { trustProxy, cookieSecure, hsts } = read(env);
  expect([trustProxy, cookieSecure, hsts]).toEqual(wanted);
});

test('a secret may stand in a file, which its setting with _FILE names, without the line end of an editor', () => {
  const file = join(dataDir, 'key');
  writeFileSync(file, `${'k'.repeat(40)}\n`);
  expect(read({ SECRET_KEY_FILE: file }).secretKey).toBe('k'.repeat(40));
  writeFileSync(join(dataDir, 'mongo'), 'mongodb://balcao:word@mongo/balcao');
  expect(read({ READ_STORE_FILE: join(dataDir, 'mongo'), SECRET_KEY_FILE: file }).readStore).toBe(
    'mongodb://balcao:word@mongo/balcao',
  );
});

test.each([
  ['that is not there', { SECRET_KEY_FILE: '/nowhere' }, /^Wrong setting. SECRET_KEY_FILE: cannot be read/],
  [
    'beside the setting itself',
    { METRICS_TOKEN_FILE: '/dev/null', METRICS_TOKEN: 'a'.repeat(16) },
    /is set too/,
  ],
  ['that holds nothing', { ADMIN_PASSWORD_FILE: '/dev/null' }, /ADMIN_PASSWORD_FILE: is empty/],
])('a secret’s file %s is refused in one line', (_, env, message) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(message);
});

test('a sign-in provider is named whole, or not at all; its secret may stand in a file', () => {
  const whole = {
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'balcao',
    OIDC_CLIENT_SECRET: 'secret',
    PUBLIC_URL: 'https://desk.example.com',
  };
  expect(read({}).oidc).toBeUndefined();
  expect(read(whole).oidc).toEqual({
    ...{ issuer: 'https://id.example.com', clientId: 'balcao', clientSecret: 'secret' },
    label: 'id.example.com',
  });
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'] as const)
    expect(() => read({ ...whole, [name]: '' })).toThrow(`${name}: is required with OIDC_ISSUER`);
  const file = join(dataDir, 'oidc-secret');
  writeFileSync(file, 'from a file\n');
  expect(read({ ...whole, OIDC_CLIENT_SECRET: '', OIDC_CLIENT_SECRET_FILE: file }).oidc?.clientSecret).toBe(
    'from a file',
  );
});

test('a mail server asks for the address that its letters lead to', () => {
  const smtp = { SMTP_URL: 'smtp://mail.example.com' };
  expect(() => read(smtp)).toThrow('PUBLIC_URL: is required with SMTP_URL');
  expect(read({ ...smtp, PUBLIC_URL: 'https://desk.example.com' }).mail.smtpUrl).toBe(smtp.SMTP_URL);
});

describe.runIf(hasOpenssl())('Efí', () => {
  let certificates: Certificates;
  let whole: Record<string, string>;
  beforeAll(() => {
    certificates = createCertificates();
    certificates.authority('ours');
    certificates.bundled('ours', 'of the file');
    whole = {
      ...{ PAYMENTS: 'efi', EFI_CLIENT_ID: 'id', EFI_CLIENT_SECRET: 'secret', EFI_PIX_KEY: 'chave' },
      ...{ EFI_CERTIFICATE_FILE: certificates.file('ours.p12'), EFI_CERTIFICATE_PASSWORD: 'of the file' },
    };
  });
  afterAll(() => certificates.dispose());

  test('takes payments where all that it needs is set, and else is refused by the name of what is missing', () => {
    expect(read(whole).payments).toMatchObject({
      ...{ provider: 'efi', url: 'https://pix.api.efipay.com.br', pixKey: 'chave', webhookMutualTls: false },
    });
    for (const name of ['EFI_CLIENT_ID', 'EFI_CLIENT_SECRET', 'EFI_PIX_KEY', 'EFI_CERTIFICATE_FILE'])
      expect(() => read({ ...whole, [name]: '' })).toThrow(`${name}: is required with PAYMENTS=efi`);
    const pem = join(dataDir, 'ours.pem');
    writeFileSync(pem, Buffer.concat([certificates.read('ours.crt'), certificates.read('ours.key')]));
    expect(read({ ...whole, EFI_CERTIFICATE_FILE: pem }).payments.provider).toBe('efi');
  });

  test('is refused with a certificate that is not to be used, without a word of what it holds', () => {
    const nowhere = { ...whole, EFI_CERTIFICATE_FILE: join(dataDir, 'nowhere.p12') };
    expect(() => read(nowhere)).toThrow('EFI_CERTIFICATE_FILE: cannot be read (ENOENT)');
    const wrong: [string, string][] = [
      ['EFI_CERTIFICATE_PASSWORD', 'x'],
      ['EFI_CERTIFICATE_FILE', certificates.file('ours.crt')],
    ];
    for (const [name, value] of wrong)
      expect(() => read({ ...whole, [name]: value })).toThrow(
        /^Wrong setting. EFI_CERTIFICATE_FILE: is no certificate/,
      );
  });
});
