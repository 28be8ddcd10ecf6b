import { createSignInLink } from '../api/auth/sign-in-links.ts';
import type { Config } from './config.ts';
import type { RunningRoles } from './roles.ts';

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** Prints where the product answers and how to log in; one-time links only where nobody else can reach them. */
export async function greet(
  config: Config,
  running: RunningRoles,
  firstPassword: string | undefined,
): Promise<void> {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${host}:${running.port}`;
  if (!config.roles.has('api')) {
    // Only its health answers there: nobody can log in.
    console.log(`Balcão runs as ${[...config.roles].join(', ')}; its health is at ${url}/readyz`);
    return;
  }
  const lines = [``, `Balcão is ready at ${url}`, ``];
  const password = firstPassword ?? (config.adminPassword === undefined ? undefined : '(ADMIN_PASSWORD)');
  const shown = password ?? '(the one printed on the first start)';
  lines.push(`  platform admin   ${config.adminEmail}   password ${shown}`);
  if (config.demo) {
    const { demoUsers } = await import('./demo/seed.ts');
    lines.push(
      `  demo company     admin@demo.example, ana@demo.example, bruno@demo.example, and admin@other.example; same password`,
    );
    if (loopback.has(config.host)) {
      lines.push(``, `  Or sign in with one click (each link works once, for 24 hours):`);
      for (const [name, userId] of Object.entries(demoUsers)) {
        lines.push(
          `  ${name.padEnd(6)} ${url}/entrar/${await createSignInLink(running.stores.state, userId)}`,
        );
      }
    }
  }
  if (firstPassword !== undefined)
    lines.push(``, `  This password is printed only once. Set ADMIN_PASSWORD to choose your own.`);
  console.log([...lines, ``].join('\n'));
}
