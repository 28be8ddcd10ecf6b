import { readFileSync } from 'node:fs';

/** Settings that are secrets or may hold one: each may stand in a file instead, as orchestrators hand secrets over. */
const secretSettings = [
  'SECRET_KEY',
  'ADMIN_PASSWORD',
  'DEMO_PASSWORD',
  'EVENT_STORE',
  'READ_STORE',
  'MEDIA_STORE',
  'METRICS_TOKEN',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'EFI_CLIENT_SECRET',
  'EFI_CERTIFICATE_PASSWORD',
] as const;

/**
 * Returns the environment with what `NAME_FILE` names in the place of `NAME`, without the line end that editors leave.
 * @throws Error naming the setting: the file cannot be read, is empty, or the setting is given twice
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const readSecrets: Record<string, string> = {};
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new Error(`${name}_FILE: ${name} is set too, and only one of them can hold`);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      throw new Error(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
    readSecrets[name] = text.replace(/\r?\n$/, '');
    if (readSecrets[name] === '') throw new Error(`${name}_FILE: is empty`);
  }
  return { ...env, ...readSecrets };
}
