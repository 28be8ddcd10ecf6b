import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionView } from '../../contract/connection.ts';
import type { SessionUserView } from '../../contract/user.ts';
import { createClient } from './client.ts';
import { type Role, roles, startCluster } from './cluster.ts';
import { createLedger, runLoad } from './load.ts';
import { watch } from './subscriber.ts';
import { type Findings, verifyMessages, verifyRebuild, verifyScreen } from './verify.ts';

export interface CrashResult {
  readonly rounds: number;
  readonly kills: number;
  readonly inbound: number;
  readonly outbound: number;
  readonly findings: Findings;
}

/** How many times as long as its load a round may go on killing. */
const longestKilling = 4;

/**
 * Resolves with what was found in rounds of load with random `kill -9`; after each the messages and a screen are
 * checked, at the end a rebuild.
 */
export async function runCrashTest(options: {
  dataDir: string;
  rounds: number;
  seconds: number;
  report: (line: string) => void;
}): Promise<CrashResult> {
  const { dataDir, rounds, seconds, report } = options;
  const giveUp = new AbortController();
  const cluster = await startCluster(dataDir);
  const findings: Findings = [];
  let kills = 0;
  let inbound = 0;
  let outbound = 0;
  try {
    const admin = createClient(cluster.url, 'admin@demo.example', giveUp.signal);
    const me = await admin.call<SessionUserView>('GET', '/auth/me');
    const connections = await admin.call<ConnectionView[]>('GET', '/whatsapp');
    const connectionId = connections.body[0]?.id;
    if (connectionId === undefined) throw new Error('the demo has no connection');
    for (let round = 1; round <= rounds; round++) {
      const ledger = createLedger();
      const screen = watch(cluster.url, me.body.companyId, admin);
      let loading = true;
      const load = runLoad({
        url: cluster.url,
        connectionId,
        ledger,
        round,
        admin,
        seconds,
        signal: giveUp.signal,
      }).finally(() => {
        loading = false;
      });
      const killed: Role[] = [];
      // Calls that began before the end are waited for: on a slow machine each further death would make them wait for the next.
      const killsUntil = Date.now() + longestKilling * seconds * 1_000;
      const killer = (async () => {
        while (loading && Date.now() < killsUntil) {
          await sleep(100 + Math.random() * 1_400);
          if (!loading) break;
          const role = roles[Math.floor(Math.random() * roles.length)] as Role;
          await cluster.kill(role);
          killed.push(role);
        }
      })();
      await Promise.all([load, killer]);
      await cluster.ready();
      const found = [
        ...(await verifyMessages(admin, connectionId, ledger)),
        ...(await verifyScreen(screen, admin)),
      ];
      screen.close();
      findings.push(...found.map((finding) => `round ${round}: ${finding}`));
      kills += killed.length;
      inbound += ledger.inbound.size;
      outbound += ledger.outbound.size;
      report(
        `round ${round}: killed ${killed.join(' ') || 'nobody'}; ${ledger.inbound.size} in, ${ledger.outbound.size} out, ${ledger.unsure.size} unsure; ${found.length} findings`,
      );
    }
    await cluster.stop();
    findings.push(...(await verifyRebuild(dataDir)));
    return { rounds, kills, inbound, outbound, findings };
  } finally {
    giveUp.abort();
    await cluster.stop();
  }
}
