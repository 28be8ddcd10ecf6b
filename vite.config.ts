import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` has the server. */
const api = `127.0.0.1:${process.env.PORT ?? 8080}`;
const outDir = join(import.meta.dirname, process.env.CONSOLE_OUT ?? 'dist/console');

/** Returns the plugin that writes .br and .gz beside every text file, once at build time: the server only picks. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async closeBundle() {
      const files = (await readdir(outDir, { recursive: true })).filter((file) =>
        /\.(js|css|html|svg|json|webmanifest)$/.test(file),
      );
      for (const file of files) {
        const content = await readFile(join(outDir, file));
        await writeFile(
          join(outDir, `${file}.br`),
          await promisify(brotliCompress)(content, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          }),
        );
        await writeFile(join(outDir, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}

/**
 * Returns the plugin that writes which packages each file is made of, in bytes before compression, as
 * `.vite/parts.json` beside the manifest: the budget's check reads what the first load holds.
 */
function parts(): Plugin {
  const packageOf = (id: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'console';
  return {
    name: 'parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files: Record<string, Record<string, number>> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const sizes: Record<string, number> = {};
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const name = packageOf(id);
          sizes[name] = (sizes[name] ?? 0) + renderedLength;
        }
        files[chunk.fileName] = sizes;
      }
      this.emitFile({ type: 'asset', fileName: '.vite/parts.json', source: JSON.stringify(files) });
    },
  };
}

/** MUI's parts on the first pages, in one file: cut along every page that has some of them they are 17 KiB longer. */
const firstParts = new RegExp(
  `node_modules/(@emotion|stylis|@popperjs|@mui/(system|utils|styled-engine|private-theming|material/(${[
    ...['styles', 'utils', 'internal', 'transitions', 'zero-styled', 'useMediaQuery'],
    ...['Button', 'ButtonBase', 'CircularProgress', 'IconButton', 'Tab', 'Tabs', 'Switch', 'Tooltip'],
    ...['Menu', 'MenuItem', 'MenuList', 'List', 'Popover', 'Popper', 'Paper', 'Portal', 'Modal', 'Dialog'],
    ...['Backdrop', 'Grow', 'Fade', 'OutlinedInput', 'InputBase', 'FormControl', 'TextareaAutosize'],
  ].join('|')})))/`,
);

/**
 * The router, the shell's own files and what plugins declare, in one file: whichever page shares some of them with another
 * would cut them up, and fifty small files are packed 13 KiB worse than one.
 */
const shell = new RegExp(
  [
    'node_modules/react-router',
    'console/shell/(?!resources|data-provider|sound)[^/]+[.]tsx?$',
    'console/shell/form/phone[.]ts$',
    'console/plugins/[^/]+/plugin[.]ts$',
    'channels/[^/]+/console/plugin[.]ts$',
  ].join('|'),
);

/** What forms are made of, in one file: with the first dialog comes what the second needs. */
const forms = new RegExp(
  [
    `node_modules/@mui/material/(${[
      ...['Checkbox', 'FormControlLabel', 'FormHelperText', 'FormGroup', 'FormLabel'],
      ...['InputAdornment', 'InputLabel'],
      ...['NativeSelect', 'Radio', 'RadioGroup', 'Select', 'TextField', 'Typography', 'Chip', 'Autocomplete'],
      ...['DialogActions', 'DialogContent', 'DialogTitle', 'useAutocomplete'],
    ].join('|')})/`,
    'node_modules/(react-hook-form|@hookform)/',
    'console/shell/(form|ui)/',
  ].join('|'),
);

/** Of the desk, what other pages and the bar show too. */
const desk = new RegExp(
  [
    'console/plugins/tickets/(ticket|message|outbox|live-cache|list)/',
    'console/shell/ui/(bar-popover|chips|confirm-dialog|emoji-button|emoji-row|linked-text|marked|titled-dialog)[.]tsx$',
  ].join('|'),
);

export default defineConfig({
  root: join(import.meta.dirname, 'console'),
  plugins: [react(), parts(), precompressed()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'ui', test: firstParts },
            { name: 'shell', test: shell },
            // Each would be a file of 200 bytes: 22 requests of the first load, and 3 KiB.
            { name: 'icons', test: /node_modules\/lucide-react/, minShareCount: 2 },
            { name: 'desk', test: desk, minShareCount: 2 },
            { name: 'forms', test: forms, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': `http://${api}`, '/graphql': { target: `ws://${api}`, ws: true } },
  },
});
