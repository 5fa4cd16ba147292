/** Builds `web/` into `dist/web`; in development it forwards the API to a running back office. */
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './launcher/compressed-files.ts';
import { tillWorker } from './launcher/till-worker.ts';

const BACK_OFFICE = process.env.DAFTAR_URL ?? 'http://127.0.0.1:8080';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every page needs. */
const CORE = [
  ...['domain/kernel/members.ts', 'domain/kernel/defined.ts'],
  ...['client', 'error', 'list', 'query', 'resources', 'token', 'wire'].map((name) => `web/shared/api/${name}.ts`),
  ...['language', 'names', 'preferences'].map((name) => `web/shared/language/${name}.ts`),
  ...['date-words', 'digits', 'number-format'].map((name) => `web/shared/typing/${name}.ts`),
  ...['button', 'loading', 'states'].map((name) => `web/shared/controls/${name}.tsx`),
  ...['web/shared/session/session.ts', 'web/shared/notify/notify.ts', 'web/shell/shortcuts.ts'],
];

/** The router, and the symbols of the menu and of the bar above it. */
const SHELL =
  /[\\/](@tanstack[\\/](react-router|router-core|history)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](boxes|shopping-cart|truck|package|book-open|shield-check|circle-alert|log-out|circle-check|x|check|chevron-right)\.)/;

/** Texts of a language that the office loads after sign-in: all areas but those of the sign-in page and of the till. */
const OFFICE_WORDS =
  /[\\/]languages[\\/](?:screens[\\/](\w+)[\\/](?!(?:shell|device|selling)\.json)[\w-]+\.json|names[\\/]screen-words-(\w+)\.ts)/;
const wordsOf = (id: string): string => {
  const [, ofScreens, ofServer] = OFFICE_WORDS.exec(id) ?? [];
  return `words-${ofScreens ?? ofServer}`;
};

export default defineConfig(({ command }) => {
  // A build is always for people, also when a test asks for it and its own NODE_ENV is inherited.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: here('./web'),
    plugins: [react(), tailwindcss(), compressedFiles(), ...tillWorker()],
    resolve: {
      // The policy allows no workers from `blob:` addresses; see the file itself.
      alias: [
        { find: /^fflate$/, replacement: fileURLToPath(new URL('./web/shared/table/zip-here.ts', import.meta.url)) },
      ],
    },
    worker: { format: 'es' },
    build: {
      outDir: here('./dist/web'),
      target: 'es2023',
      // light-dark() and logical properties stay as they are written: every browser since 2024 knows them.
      cssTarget: ['chrome125', 'firefox128', 'safari18'],
      // Inlined files would need `data:` in the content security policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 600,
      // What every page needs of these in one file: small files of their own compress badly.
      rolldownOptions: {
        // The office, and the till beside it.
        input: [here('./web/index.html'), here('./web/pos.html')],
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'core',
                test: (id) => CORE.some((file) => id.replaceAll('\\', '/').endsWith(file)),
              },
              // What the application needs of these as soon as somebody is signed in.
              { name: 'shell', test: SHELL },
              // The words of a language are loaded together; small files would be more requests and compress worse.
              { name: wordsOf, test: OFFICE_WORDS },
            ],
          },
        },
      },
    },
    server: { proxy: Object.fromEntries(['/api', '/images'].map((path) => [path, BACK_OFFICE])) },
  };
});
