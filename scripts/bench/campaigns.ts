import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignReport, CampaignView } from '../../contract/campaign.ts';
import type { ListImport } from '../../contract/contact-list.ts';
import { connect, pushBeside, writeBeside } from './beside.ts';
import { type Bench, inFolder, percentile, round } from './measure.ts';
import { fillList, peopleCsv, type SignedIn, startSignedIn } from './signed-in.ts';

const connections = 50;
const lookMs = 20;

const create = ({ post }: SignedIn, name: string, whatsappId: string, contactListId: string) =>
  post<CampaignView>('campaigns', {
    name,
    message1: 'Olá {{firstName}}, a loja tem novidades.',
    whatsappId,
    contactListId,
  });
const reportOf = ({ ask }: SignedIn, id: string) => ask<CampaignReport>(`campaigns/${id}/report`);

/** Resolves with the id of a list of people; what is refused of it would never be written to. */
async function listOf(server: SignedIn, name: string, people: number, from = 0): Promise<string> {
  const { id, filled } = await fillList(server, name, peopleCsv(people, from));
  const { added, errors } = (await filled) as ListImport;
  if (added !== people)
    throw new Error(`${name}: ${added} of ${people} were added: ${JSON.stringify(errors.slice(0, 3))}`);
  return id;
}

/** Resolves with what came of something, and the peak of the server's memory while it was done, and the peak of the first half, in MB. */
async function withMemory<T extends object>({ memory }: SignedIn, work: () => Promise<T>) {
  const seen = [memory()];
  const timer = setInterval(() => seen.push(memory()), 100);
  try {
    const done = await work();
    const half = seen.slice(0, Math.ceil(seen.length / 2));
    return { ...done, peak: Math.max(...seen), peakOfHalf: Math.max(...half) };
  } finally {
    // Whatever failed, the server ends next: to look at it would hide why.
    clearInterval(timer);
  }
}

async function timed<T>(work: () => Promise<T>, into: number[]): Promise<T> {
  const began = performance.now();
  const result = await work();
  into.push(performance.now() - began);
  return result;
}

/**
 * Resolves with the figures from making a campaign for all in a list until the first of them has their message; its
 * report and memory while it runs.
 */
async function ofMany(server: SignedIn, whatsappId: string, quick: boolean) {
  const people = quick ? 20_000 : 1_000_000;
  const runsMs = quick ? 10_000 : 90_000;
  const listId = await listOf(server, 'Todos', people);
  const before = server.memory();
  const began = performance.now();
  const ran = await withMemory(server, async () => {
    const { id } = await create(server, 'Para todos', whatsappId, listId);
    await server.post(`campaigns/${id}/start`);
    while ((await reportOf(server, id)).delivered === 0) await sleep(lookMs);
    const seconds = (performance.now() - began) / 1_000;
    const reports: number[] = [];
    const pages: number[] = [];
    while (performance.now() - began < runsMs) {
      await timed(() => reportOf(server, id), reports);
      if (reports.length % 10 === 0) await timed(() => server.ask(`campaigns/${id}/shippings`), pages);
      await sleep(lookMs);
    }
    const { delivered } = await reportOf(server, id);
    await server.post(`campaigns/${id}/cancel`);
    return { seconds, reports, pages, delivered };
  });
  return { people, before, ...ran };
}

/**
 * Resolves with the figures of a campaign on each of the connections at once, each with a list of its own, until all
 * have their message.
 */
async function ofAll(server: SignedIn, ids: readonly string[], besideId: string, quick: boolean) {
  const each = quick ? 40 : 400;
  const campaigns: string[] = [];
  for (const [at, whatsappId] of ids.entries()) {
    // None of their numbers ends in 0000: the pretend network has no such number.
    const listId = await listOf(server, `Lista ${at}`, each, 2_000_001 + at * 10_000);
    campaigns.push((await create(server, `Campanha ${at}`, whatsappId, listId)).id);
  }
  const beside = await writeBeside(server, besideId);
  const cpu = server.cpuMs();
  const began = performance.now();
  for (const id of campaigns) await server.post(`campaigns/${id}/start`);
  let sent = 0;
  // One report after the other, as one who looks at them would: all of them at once are a twentieth of what is measured.
  for (const id of campaigns)
    for (;;) {
      const { waiting, delivered } = await reportOf(server, id);
      if (waiting === 0) {
        sent += delivered;
        break;
      }
      if (performance.now() - began > 300_000) throw new Error(`${id} is not over`);
      await sleep(250);
    }
  const ms = performance.now() - began;
  const cpuUs = ((server.cpuMs() - cpu) / sent) * 1_000;
  if (sent !== each * ids.length) throw new Error(`${sent} of ${each * ids.length} were written to`);
  return { sent, perSecond: sent / (ms / 1_000), cpuUs, beside: await beside() };
}

const ofReport = ({
  people,
  seconds,
  reports,
  pages,
  delivered,
  ...many
}: Awaited<ReturnType<typeof ofMany>>) => [
  {
    name: 'campaign_create_s',
    value: round(seconds, 2),
    unit: 's',
    target: 60,
    atMost: true,
    note: `for ${people.toLocaleString('en')} people, from making it until the first has the message`,
  },
  {
    name: 'campaign_growth_mb',
    value: round(many.peak - many.peakOfHalf),
    unit: 'MB',
    target: 64,
    atMost: true,
    note: `by how much the second half of its run raised the peak, ${round(many.peak)} MB; ${round(many.before)} MB before it`,
  },
  {
    name: 'campaign_report_p99_ms',
    value: round(percentile(reports, 0.99)),
    unit: 'ms',
    target: 10,
    atMost: true,
    note: `${reports.length.toLocaleString('en')} times while it sends (${delivered.toLocaleString('en')} out by then); p50 ${round(percentile(reports, 0.5))} ms, p95 ${round(percentile(reports, 0.95))} ms`,
  },
  {
    name: 'campaign_recipients_p99_ms',
    value: round(percentile(pages, 0.99)),
    unit: 'ms',
    note: `first page of whom it came to, ${pages.length} times; p50 ${round(percentile(pages, 0.5))} ms`,
  },
];

const ofSends = ({ sent, perSecond, cpuUs, beside }: Awaited<ReturnType<typeof ofAll>>) => [
  {
    name: 'campaign_sends_per_s',
    value: round(perSecond, 0),
    unit: '/s',
    target: 1_000,
    note: `${sent.toLocaleString('en')} messages, all of them, over ${connections} connections of the simulator; ${round(cpuUs, 0)} µs of processor time each`,
  },
  pushBeside('campaign', beside, 50),
];

/**
 * Returns the figures of campaigns through the product as it is started: a list of a million, its report, and many
 * connections that send at once.
 */
export const campaigns: Bench = ({ quick }) =>
  inFolder(async (folder) => {
    const server = await startSignedIn(folder);
    try {
      await server.post('campaign-settings', {
        settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
      });
      const ids: string[] = [];
      for (let at = 0; at < connections; at++) ids.push(await connect(server, `Linha ${at}`));
      const besideId = await connect(server, 'Loja');
      const many = await ofMany(server, ids[0]!, quick);
      return [...ofReport(many), ...ofSends(await ofAll(server, ids, besideId, quick))];
    } finally {
      await server.kill();
    }
  });
