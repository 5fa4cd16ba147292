/**
 * A till in Chromium: the built page, served as the product serves it, a page with the core of the till only, and a
 * server that can be stopped, restarted on its port, and lose answers.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { ROOT } from '../../../launcher/machine/root.ts';
import { buildServer } from '../../../launcher/server.ts';
import { builtWeb } from '../../../tools/web-build/web-build.ts';
import { TillServer } from '../../doubles/till-server.ts';

const PAGE = '<!doctype html><script type="module" src="/assets/till-core.js"></script>';

export class TillPlace {
  /** The folder of the served files. */
  readonly folder: string;
  readonly server = new TillServer();
  #app: FastifyInstance | undefined;
  #port = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<TillPlace> {
    const folder = mkdtempSync(join(tmpdir(), 'daftar-till-'));
    cpSync(
      builtWeb(ROOT, () => undefined),
      folder,
      { recursive: true },
    );
    await build({
      ...{ configFile: false, logLevel: 'error', publicDir: false },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ...{ outDir: join(folder, 'assets'), emptyOutDir: false, target: 'es2024', minify: false },
        lib: {
          ...{ entry: fileURLToPath(new URL('./main.ts', import.meta.url)), formats: ['es'] },
          fileName: () => 'till-core.js',
        },
      },
    });
    writeFileSync(join(folder, 'till-core.html'), PAGE);
    const place = new TillPlace(folder);
    await place.start();
    return place;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts on the former port. */
  async start(): Promise<void> {
    const logger = pino({ level: 'silent' });
    const app = await buildServer({ apis: [this.server.plugin], web: this.folder, checks: {}, logger });
    await app.listen({ host: '127.0.0.1', port: this.#port });
    this.#port = Number(new URL(app.listeningOrigin).port);
    this.#app = app;
  }

  /** Ends all open connections. */
  async stop(): Promise<void> {
    await this.#app?.close();
    this.#app = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The core of the till without screens, as the device has stored it, with or without the server. */
  async core(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${this.address}/till-core.html`);
    await page.locator('html[data-till]').waitFor();
    return page;
  }

  /** The same, when the device is enrolled. */
  async enrolled(context: BrowserContext): Promise<Page> {
    const page = await this.core(context);
    await page.locator('html[data-till=enrolled]').waitFor();
    return page;
  }
}
