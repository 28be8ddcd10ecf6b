import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Certificate, checkCertificate } from '../payments/efi/certificate.ts';
import type { PaymentSettings } from '../payments/open.ts';
import { ConfigError } from './config-error.ts';

const text = (longest: number) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.string().max(longest).optional());

/** What `PAYMENTS=efi` needs, by the names of the variables. */
export const efiSettings = {
  EFI_URL: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .string()
      .regex(/^https:\/\/[^\s/?#@]+$/, 'must look like https://pix.api.efipay.com.br')
      .default('https://pix.api.efipay.com.br'),
  ),
  EFI_CLIENT_ID: text(300),
  EFI_CLIENT_SECRET: text(2_000),
  EFI_PIX_KEY: text(77),
  EFI_CERTIFICATE_FILE: text(4_096),
  EFI_CERTIFICATE_PASSWORD: text(1_000),
  EFI_WEBHOOK_MTLS: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .enum(['0', '1'])
      .default('0')
      .transform((value) => value === '1'),
  ),
};
type Efi = z.output<z.ZodObject<typeof efiSettings>>;

/** Returns the certificate that the settings name. @throws ConfigError naming the setting, with nothing of what the file holds */
function certificateOf({ EFI_CERTIFICATE_FILE, EFI_CERTIFICATE_PASSWORD: password }: Efi): Certificate {
  let certificate: Certificate;
  try {
    certificate = { bytes: readFileSync(EFI_CERTIFICATE_FILE ?? ''), password };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`Wrong setting. EFI_CERTIFICATE_FILE: cannot be read (${code})`);
  }
  try {
    checkCertificate(certificate);
  } catch {
    throw new ConfigError(
      'Wrong setting. EFI_CERTIFICATE_FILE: is no certificate with its key (.p12 or .pem), or EFI_CERTIFICATE_PASSWORD is not its password',
    );
  }
  return certificate;
}

/** Returns who takes the money. @throws ConfigError where something is missing of what Efí needs */
export function paymentsOf(
  config: Efi & { readonly PAYMENTS?: PaymentSettings['provider'] | undefined },
  /** Where it is run for real nobody may pay by pretending to. */
  otherwise: 'sandbox' | 'off',
): PaymentSettings {
  const provider = config.PAYMENTS ?? otherwise;
  if (provider !== 'efi') return { provider };
  for (const name of ['EFI_CLIENT_ID', 'EFI_CLIENT_SECRET', 'EFI_PIX_KEY', 'EFI_CERTIFICATE_FILE'] as const)
    if (config[name] === undefined)
      throw new ConfigError(`Wrong setting. ${name}: is required with PAYMENTS=efi`);
  return {
    provider,
    url: config.EFI_URL,
    clientId: config.EFI_CLIENT_ID ?? '',
    clientSecret: config.EFI_CLIENT_SECRET ?? '',
    pixKey: config.EFI_PIX_KEY ?? '',
    certificate: certificateOf(config),
    webhookMutualTls: config.EFI_WEBHOOK_MTLS,
  };
}
