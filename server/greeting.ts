import { createLink } from '../messaging/links.ts';
import type { UserDocument } from '../projections/users/document.ts';
import type { Config } from './config.ts';
import { loopback } from './own-url.ts';
import type { RunningRoles } from './roles.ts';

/**
 * Prints where the product answers and how to log in; one-time links only where nobody else can reach them.
 * @param consoleAt address of the console where this process does not serve it
 */
export async function greet(
  config: Config,
  runningRoles: RunningRoles,
  madePasswords: { readonly random: string | undefined; readonly demo: string | undefined } | undefined,
  consoleAt?: string,
): Promise<void> {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = consoleAt ?? `http://${host}:${runningRoles.port}`;
  if (!config.roles.has('api')) {
    // Only its health answers there: nobody can log in.
    console.log(`Balcão runs as ${[...config.roles].join(', ')}; its health is at ${url}/readyz`);
    return;
  }
  const lines = [``, `Balcão is ready at ${url}`, ``];
  const password =
    madePasswords?.random ?? (config.adminPassword === undefined ? undefined : '(ADMIN_PASSWORD)');
  const shown = password ?? '(the one printed on the first start)';
  lines.push(`  platform admin   ${config.adminEmail}   password ${shown}`);
  if (config.demo) {
    const { demoCompanyId, demoUsers } = await import('./demo/seed.ts');
    const demo = madePasswords?.demo ?? (config.demoPassword === undefined ? undefined : '(DEMO_PASSWORD)');
    lines.push(
      `  demo company     admin@demo.example, ana@demo.example, bruno@demo.example, and admin@other.example`,
      `                   password ${demo ?? '(the one printed on the first start)'}`,
    );
    // Behind a proxy loopback is the usual place to listen at, and whoever reads the journal is not who sits here.
    if (loopback.has(config.host) && config.trustProxy === false) {
      const { eventStore, readStore, state } = runningRoles.stores;
      // Links are bound to the password of this moment, which a first start has only just set.
      await runningRoles.reached(await eventStore.head(), 15_000);
      const users = await readStore
        .forCompany(demoCompanyId)
        .getMany<UserDocument>('users', Object.values(demoUsers));
      lines.push(``, `  Or sign in with one click (each link works once, on this machine, for 15 minutes):`);
      for (const [name, userId] of Object.entries(demoUsers)) {
        const user = users.find(({ id }) => id === userId);
        if (user) lines.push(`  ${name.padEnd(6)} ${url}/entrar/${await createLink(state, 'signin', user)}`);
      }
    }
  }
  if (madePasswords?.random !== undefined || madePasswords?.demo !== undefined)
    lines.push(
      ``,
      `  A password made here is printed only once. Set ADMIN_PASSWORD and DEMO_PASSWORD to choose your own.`,
    );
  console.log([...lines, ``].join('\n'));
}
