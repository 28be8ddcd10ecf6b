import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = join(import.meta.dirname, process.env.CONSOLE_OUT ?? 'dist/console');

/** Writes .br and .gz beside every text file, once at build time: the server only picks. */
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

export default defineConfig({
  root: join(import.meta.dirname, 'console'),
  plugins: [react(), precompressed()],
  build: { outDir, emptyOutDir: true, manifest: true, target: 'es2023', chunkSizeWarningLimit: 900 },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080', '/graphql': { target: 'ws://127.0.0.1:8080', ws: true } },
  },
});
