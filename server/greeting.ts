import { platformCompanyId } from '../domain/company/platform.ts';
import { createLink } from '../messaging/links.ts';
import type { UserDocument } from '../projections/users/document.ts';
import type { Config } from './config.ts';
import type { MadePassword, Prepared } from './first-start.ts';
import { loopback } from './own-url.ts';
import type { RunningRoles } from './roles.ts';
import type { Stores } from './stores.ts';
import { superUserId } from './super-user.ts';

/** Returns what is printed of a password. One that was set is printed as its setting's name, and counts on the first start alone. */
const shown = (made: MadePassword | undefined, setting: string): string =>
  made ? (made.random ?? `(${setting})`) : '(the one of the first start, or set since)';

/** Resolves with the super user's e-mail as it is now; undefined while no read model has it. */
const superUserEmail = async ({ readStore }: Pick<Stores, 'readStore'>): Promise<string | undefined> => {
  const [user] = await readStore.forCompany(platformCompanyId).getMany<UserDocument>('users', [superUserId]);
  return user?.email;
};

/**
 * Prints where the product answers and how to log in; one-time links only where nobody else can reach them.
 * @param consoleAt address of the console where this process does not serve it
 */
export async function greet(
  config: Config,
  runningRoles: RunningRoles,
  prepared: Prepared | undefined,
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
  const email = prepared?.admin ? config.adminEmail : await superUserEmail(runningRoles.stores);
  lines.push(
    `  platform admin   ${email ?? config.adminEmail}   password ${shown(prepared?.admin, 'ADMIN_PASSWORD')}`,
  );
  if (config.demo) {
    const { demoCompanyId, demoUsers } = await import('./demo/seed.ts');
    lines.push(
      `  demo company     admin@demo.example, ana@demo.example, bruno@demo.example, and admin@other.example`,
      `                   password ${shown(prepared?.demo, 'DEMO_PASSWORD')}`,
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
  if (prepared?.admin?.random !== undefined || prepared?.demo?.random !== undefined)
    lines.push(
      ``,
      `  A password made here is printed only once. Set ADMIN_PASSWORD and DEMO_PASSWORD to choose your own.`,
    );
  console.log([...lines, ``].join('\n'));
}
