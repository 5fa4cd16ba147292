/** Builds `web/` into `dist/web`; in development it forwards the API to a running back office. */
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './tools/web-build/compressed-files.ts';
import { tillWorker } from './tools/web-build/till-worker.ts';
import { webParts } from './tools/web-build/web-parts.ts';

const BACK_OFFICE = process.env.DAFTAR_URL ?? 'http://127.0.0.1:8080';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const parts = webParts(here('./web'));

export default defineConfig(({ command }) => {
  // Every build is for production, also when a test starts it and its NODE_ENV is inherited.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: here('./web'),
    plugins: [react(), tailwindcss(), compressedFiles(), ...tillWorker(), parts.plugin],
    resolve: {
      // The policy allows no workers from `blob:` addresses; see the file itself.
      alias: [
        {
          find: /^fflate$/,
          replacement: fileURLToPath(new URL('./web/shared/table/excel/zip-here.ts', import.meta.url)),
        },
      ],
    },
    worker: { format: 'es' },
    build: {
      outDir: here('./dist/web'),
      target: 'es2023',
      // light-dark() and logical properties are not converted: browsers since 2024 support them.
      cssTarget: ['chrome125', 'firefox128', 'safari18'],
      // Inlined files would need `data:` in the content security policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 600,
      // These browsers support modulepreload.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // The office, and the till beside it.
        input: [here('./web/index.html'), here('./web/pos.html')],
        output: {
          codeSplitting: parts.codeSplitting,
        },
      },
    },
    server: { proxy: Object.fromEntries(['/api', '/images'].map((path) => [path, BACK_OFFICE])) },
  };
});
