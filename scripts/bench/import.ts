import { setTimeout as sleep } from 'node:timers/promises';
import { utils, write } from '@e965/xlsx';
import { connect, pushBeside, writeBeside } from './beside.ts';
import { families, names, numbersFrom } from './dataset.ts';
import { type Bench, inFolder, round } from './measure.ts';
import { startSignedIn } from './signed-in.ts';

/** Returns a spreadsheet as people have it: a heading, a name, a number and an e-mail a row. */
function sheetOf(rows: number): Uint8Array<ArrayBuffer> {
  const random = numbersFrom(7);
  const lines = Array.from({ length: rows }, (_, row) => [
    `${names[random(names.length)]} ${families[random(families.length)]} ${row}`,
    `55119${10_000_000 + row}`,
    `pessoa${row}@example.org`,
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Nome', 'Número', 'E-mail'], ...lines]), 'Contatos');
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer);
}

/**
 * Returns the figures of 100,000 contacts out of a spreadsheet, from the upload to the last row in the list, with the
 * peak of the server's memory.
 */
export const importContacts: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const rows = (quick ? 10_000 : 100_000) * Math.min(scale, 1);
    const sheet = sheetOf(rows);
    const server = await startSignedIn(folder);
    const { ask, memory } = server;
    try {
      const beside = await writeBeside(server, await connect(server, 'Loja'));
      const form = new FormData();
      form.append('file', new Blob([sheet]), 'contatos.xlsx');
      const before = memory();
      const began = performance.now();
      const { id } = await ask<{ id: string }>('contacts/upload', { method: 'POST', body: form });
      const readMs = performance.now() - began;
      let peak = before;
      let peakOfHalf = before;
      for (;;) {
        const { status, created } = await ask<{ status: string; created: number }>(`contacts/imports/${id}`);
        peak = Math.max(peak, memory());
        if (created <= rows / 2) peakOfHalf = peak;
        if (status !== 'running') {
          if (created !== rows) throw new Error(`${created} of ${rows} were created`);
          break;
        }
        await sleep(100);
      }
      const seconds = (performance.now() - began) / 1_000;
      const note = `${rows.toLocaleString('en')} rows of .xlsx, ${(sheet.length / 1e6).toFixed(1)} MB; read in ${round(readMs / 1_000)} s, then ${Math.round(rows / (seconds - readMs / 1_000))}/s`;
      return [
        { name: 'import_s', value: round(seconds), unit: 's', target: quick ? 6 : 60, atMost: true, note },
        {
          name: 'import_rss_mb',
          value: round(peak),
          unit: 'MB',
          note: `peak of the server without mapped files (RssAnon); ${round(before)} MB before`,
        },
        {
          name: 'import_growth_mb',
          value: round(peak - peakOfHalf),
          unit: 'MB',
          ...(!quick && { target: 64, atMost: true }),
          note: 'by how much the second half raised the peak: flat once caches are full',
        },
        pushBeside('import', await beside()),
      ];
    } finally {
      await server.kill();
    }
  });
