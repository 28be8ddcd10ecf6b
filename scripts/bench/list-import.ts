import { setTimeout as sleep } from 'node:timers/promises';
import type { ContactListView } from '../../contract/contact-list.ts';
import { connect, pushBeside, writeBeside } from './beside.ts';
import { type Bench, inFolder, round } from './measure.ts';
import { fillList, peopleCsv, startSignedIn } from './signed-in.ts';

/**
 * Returns the figures of a contact list of 1,000,000 people out of a .csv file: until the last of them is counted, how
 * memory grows, and how fast pages and searches are.
 */
export const importList: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const rows = (quick ? 50_000 : 1_000_000) * Math.min(scale, 1);
    const server = await startSignedIn(folder);
    const { ask, memory } = server;
    try {
      const csv = peopleCsv(rows);
      const shop = await connect(server, 'Loja');
      const beside = await writeBeside(server, shop);
      const before = memory();
      let peak = before;
      let peakOfHalf = before;
      const began = performance.now();
      let failure: unknown;
      const { id, filled } = await fillList(server, 'Um milhão', csv);
      const upload = filled.catch((error: unknown) => {
        failure = error;
      });
      for (let there = 0; there < rows; ) {
        if (failure !== undefined) throw failure;
        there = (await ask<ContactListView>(`contact-lists/${id}`)).contactsCount;
        peak = Math.max(peak, memory());
        if (there <= rows / 2) peakOfHalf = peak;
        await sleep(100);
      }
      await upload;
      const seconds = (performance.now() - began) / 1_000;
      const push = pushBeside('list_import', await beside());
      const timed = async (query: string) => {
        const path = `contact-list-items?contactListId=${id}&${query}`;
        await ask(path);
        const start = performance.now();
        for (let time = 0; time < 20; time++) await ask(path);
        return (performance.now() - start) / 20;
      };
      const pageMs = await timed('');
      const searchMs = await timed(`searchParam=55119${10_000_000 + rows - 1}`);
      const besideDeletion = await writeBeside(server, shop);
      await ask(`contact-lists/${id}`, { method: 'DELETE' });
      await sleep(quick ? 3_000 : 30_000);
      return [
        {
          name: 'list_import_s',
          value: round(seconds),
          unit: 's',
          target: quick ? 9 : 180,
          atMost: true,
          note: `${rows.toLocaleString('en')} rows of .csv into one contact list, until all are counted`,
        },
        { name: 'list_import_rss_mb', value: round(peak), unit: 'MB', note: `${round(before)} MB before` },
        {
          name: 'list_import_growth_mb',
          value: round(peak - peakOfHalf),
          unit: 'MB',
          ...(!quick && { target: 64, atMost: true }),
          note: 'by how much the second half raised the peak',
        },
        push,
        {
          name: 'list_page_ms',
          value: round(pageMs),
          unit: 'ms',
          note: 'first page, with its count',
        },
        {
          name: 'list_search_ms',
          value: round(searchMs),
          unit: 'ms',
          note: 'a number',
        },
        pushBeside('list_deletion', await besideDeletion()),
      ];
    } finally {
      await server.kill();
    }
  });
