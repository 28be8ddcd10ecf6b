import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignReport, CampaignView } from '../../contract/campaign.ts';
import type { ConnectionView } from '../../contract/connection.ts';
import { type Bench, inFolder, percentile, round } from './measure.ts';
import { fillList, peopleCsv, type SignedIn, startSignedIn } from './signed-in.ts';

const connections = 50;
const lookMs = 20;

/** Makes a connection of the simulator, which sends at once; resolves when it is connected. */
async function connect({ ask, post }: SignedIn, name: string): Promise<string> {
  const { id } = await post<ConnectionView>('whatsapp', { name, channel: 'simulator', queueIds: [] });
  await post(`whatsappsession/${id}`);
  for (let waited = 0; waited < 20_000; waited += 100) {
    if ((await ask<ConnectionView>(`whatsapp/${id}`)).status === 'CONNECTED') return id;
    await sleep(100);
  }
  throw new Error(`${name} did not connect`);
}

const create = ({ post }: SignedIn, name: string, whatsappId: string, contactListId: string) =>
  post<CampaignView>('campaigns', {
    name,
    message1: 'Olá {{firstName}}, a loja tem novidades.',
    whatsappId,
    contactListId,
  });
const reportOf = ({ ask }: SignedIn, id: string) => ask<CampaignReport>(`campaigns/${id}/report`);

/** From making a campaign for all in a list until the first of them has their message, and its report while it runs. */
async function ofMany(server: SignedIn, whatsappId: string, quick: boolean) {
  const people = quick ? 20_000 : 1_000_000;
  const { id: listId, filled } = await fillList(server, 'Todos', peopleCsv(people));
  await filled;
  const before = server.memory();
  const began = performance.now();
  const { id } = await create(server, 'Para todos', whatsappId, listId);
  await server.post(`campaigns/${id}/start`);
  while ((await reportOf(server, id)).delivered === 0) await sleep(lookMs);
  const seconds = (performance.now() - began) / 1_000;
  const answers: number[] = [];
  let peak = before;
  for (let ask = 0; ask < 300; ask++) {
    const asked = performance.now();
    await reportOf(server, id);
    answers.push(performance.now() - asked);
    peak = Math.max(peak, server.memory());
    await sleep(lookMs);
  }
  const { delivered } = await reportOf(server, id);
  await server.post(`campaigns/${id}/cancel`);
  return { people, seconds, answers, delivered, grown: peak - before };
}

/** A campaign on each of the connections at once, each with a list of its own, until all have their message. */
async function ofAll(server: SignedIn, ids: readonly string[], quick: boolean) {
  const each = quick ? 40 : 400;
  const campaigns: string[] = [];
  for (const [at, whatsappId] of ids.entries()) {
    const { id: listId, filled } = await fillList(
      server,
      `Lista ${at}`,
      peopleCsv(each, 2_000_000 + at * each),
    );
    await filled;
    campaigns.push((await create(server, `Campanha ${at}`, whatsappId, listId)).id);
  }
  const cpu = server.cpuMs();
  const began = performance.now();
  for (const id of campaigns) await server.post(`campaigns/${id}/start`);
  let waiting = campaigns;
  let sent = 0;
  while (waiting.length > 0) {
    await sleep(250);
    const reports = await Promise.all(waiting.map((id) => reportOf(server, id)));
    for (const { waiting: left, delivered } of reports) if (left === 0) sent += delivered;
    waiting = waiting.filter((_, at) => reports[at]!.waiting > 0);
    if (performance.now() - began > 300_000) throw new Error(`${waiting.length} campaigns are not over`);
  }
  const ms = performance.now() - began;
  return { sent, perSecond: sent / (ms / 1_000), cpuUs: ((server.cpuMs() - cpu) / sent) * 1_000 };
}

/** Campaigns through the product as it is started: a list of a million, its report, and many connections that send at once. */
export const campaigns: Bench = ({ quick }) =>
  inFolder(async (folder) => {
    const server = await startSignedIn(folder);
    try {
      await server.post('campaign-settings', {
        settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
      });
      const ids: string[] = [];
      for (let at = 0; at < connections; at++) ids.push(await connect(server, `Linha ${at}`));
      const many = await ofMany(server, ids[0]!, quick);
      const all = await ofAll(server, ids, quick);
      return [
        {
          name: 'campaign_create_s',
          value: round(many.seconds, 2),
          unit: 's',
          target: 60,
          atMost: true,
          note: `for ${many.people.toLocaleString('en')} people, from making it until the first has the message`,
        },
        {
          name: 'campaign_report_p99_ms',
          value: round(percentile(many.answers, 0.99)),
          unit: 'ms',
          target: 10,
          atMost: true,
          note: `while it sends (${many.delivered} out by then); p50 ${round(percentile(many.answers, 0.5))} ms; ${round(many.grown)} MB more than before it`,
        },
        {
          name: 'campaign_sends_per_s',
          value: round(all.perSecond, 0),
          unit: '/s',
          target: 1_000,
          note: `${all.sent.toLocaleString('en')} messages over ${connections} connections of the simulator; ${round(all.cpuUs, 0)} µs of processor time each`,
        },
      ];
    } finally {
      await server.kill();
    }
  });
