/**
 * The service worker of the till, made by the build: it keeps the files that the page `/pos` is made of, so that a till starts without a network, and
 * nothing of the office. A newer one waits until the till takes it.
 */
import type { Plugin, PluginOption, Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const PAGE = 'pos.html';
/** So many pictures of goods a device keeps, about 20 kB each. */
const PICTURES_MAX = 2_000;
/** Fonts of other scripts are fetched when somebody writes in them. */
const FONTS_LEFT_OUT = /(cyrillic|greek|vietnamese)[\w-]*\.woff2$/;

export function tillWorker(): readonly PluginOption[] {
  const files = new Set<string>();
  return [filesOfTheTill(files), VitePWA(optionsFor(files))];
}

/** The files that the page of the till loads, at once or later. */
function filesOfTheTill(files: Set<string>): Plugin {
  return {
    name: 'daftar-files-of-the-till',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of filesOf(bundle)) files.add(file);
    },
  };
}

function filesOf(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const chunks = new Map(
    Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])),
  );
  const entry = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${PAGE}`));
  const found = new Set([PAGE]);
  const left = entry ? [entry.fileName] : [];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const chunk = chunks.get(name);
    if (chunk) left.push(...chunk.imports, ...chunk.dynamicImports, ...assetsOf(chunk));
  }
  return found;
}

const assetsOf = ({ viteMetadata }: Rolldown.OutputChunk): readonly string[] => [
  ...(viteMetadata?.importedCss ?? []),
  ...(viteMetadata?.importedAssets ?? []),
];

function optionsFor(files: ReadonlySet<string>): Parameters<typeof VitePWA>[0] {
  const isOfTheTill = (url: string) =>
    files.has(url) || /\.woff2$|^pos-.*\.png$|^icon\.svg$|^pos\.webmanifest$/.test(url);
  return {
    // Registered by the till itself (web/till/device/updates.ts), for its own pages; the manifest is a file.
    injectRegister: false,
    manifest: false,
    filename: 'pos-worker.js',
    workbox: {
      globPatterns: [PAGE, 'pos.webmanifest', '*.{svg,png}', 'assets/**/*.{js,css,woff2}'],
      manifestTransforms: [
        async (entries) => ({
          manifest: entries.filter(({ url }) => isOfTheTill(url) && !FONTS_LEFT_OUT.test(url)),
        }),
      ],
      // Their names have a digest.
      dontCacheBustURLsMatching: /^assets\//,
      navigateFallback: `/${PAGE}`,
      navigateFallbackAllowlist: [/^\/pos(\/|$)/],
      // Pictures of goods that were seen once are there without a network; what their names stand for never changes.
      runtimeCaching: [
        {
          urlPattern: /\/api\/till\/pictures\/[0-9a-f]+$/,
          handler: 'CacheFirst',
          options: {
            cacheName: 'daftar-till-pictures',
            expiration: { maxEntries: PICTURES_MAX, purgeOnQuotaError: true },
            cacheableResponse: { statuses: [200] },
          },
        },
      ],
      clientsClaim: true,
      skipWaiting: false,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
    },
  };
}
