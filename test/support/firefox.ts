/**
 * A headless stock Firefox, driven over WebDriver BiDi. Playwright's `moz-firefox` channel is not used: it sends
 * `emulation.setMediaFeaturesOverride` to each context, and Firefox 153 does not implement it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BidiConnection, type Params } from './bidi.ts';

export const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(FIREFOX);

/** In addition to the test preferences that Firefox sets itself under BiDi. */
const PREFERENCES = { 'ui.prefersReducedMotion': 1, 'devtools.jsonview.enabled': false };
const START_MS = 60_000;
const STOP_MS = 10_000;
/** The events of waiting online orders, whose answer never ends. */
const STREAMS = /\/api\/online_orders\/pending_order_events$/;
const EVENTS = ['log.entryAdded', 'network.beforeRequestSent', 'network.responseCompleted', 'network.fetchError'];

/** Code points of WebDriver for the keys that type no character. */
const KEYS: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE006',
  Control: '\uE009',
};

export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  #connection: BidiConnection | undefined;
  readonly #pages = new Map<string, FirefoxPage>();

  private constructor(child: ChildProcess, profile: string) {
    this.#process = child;
    this.#profile = profile;
  }

  /** Rejects with Firefox's output when it does not start within a minute. */
  static async launch(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'daftar-firefox-'));
    const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});`);
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const child = spawn(FIREFOX, ['--remote-debugging-port=0', '--headless', '--no-remote', '--profile', profile], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const firefox = new Firefox(child, profile);
    try {
      const address = await listeningAddress(child);
      firefox.#connection = await BidiConnection.open(`${address}/session`, (method, params) =>
        firefox.#pages.get(contextOf(params))?.receive(method, params),
      );
      await firefox.#send('session.new', { capabilities: {} });
      await firefox.#send('session.subscribe', { events: EVENTS });
      return firefox;
    } catch (error) {
      await firefox.close();
      throw error;
    }
  }

  /** A window with its own cookies and storage. */
  async newPage(width: number, height: number): Promise<FirefoxPage> {
    const { userContext } = await this.#send('browser.createUserContext');
    const { context } = await this.#send('browsingContext.create', { type: 'window', userContext });
    const page = new FirefoxPage(String(context), (method, params) => this.#send(method, params));
    this.#pages.set(String(context), page);
    await this.#send('browsingContext.setViewport', { context, viewport: { width, height }, devicePixelRatio: 1 });
    return page;
  }

  async close(): Promise<void> {
    const isRunning = this.#process.pid !== undefined && this.#process.exitCode === null;
    const ended = isRunning ? once(this.#process, 'exit') : Promise.resolve();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), STOP_MS);
    if (this.#connection) await this.#connection.send('browser.close').catch(() => undefined);
    else this.#process.kill();
    await ended;
    clearTimeout(timer);
    this.#connection?.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 3 });
  }

  #send(method: string, params: Params = {}): Promise<Params> {
    if (!this.#connection) throw new Error('Firefox is not connected');
    return this.#connection.send(method, params);
  }
}

/** `ws://127.0.0.1:45123`, from the line that Firefox prints when it listens. */
function listeningAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = '';
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${FIREFOX} ${why}: ${written}`));
    };
    const timer = setTimeout(() => fail('did not listen within a minute'), START_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`ended with ${code}`));
    const read = (text: Buffer) => {
      written += text;
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(written)?.[1];
      if (!address) return;
      clearTimeout(timer);
      // Reads and discards further output, so that the pipe never fills.
      child.stderr?.off('data', read).resume();
      resolve(address);
    };
    child.stderr?.on('data', read);
  });
}

const contextOf = (params: Params): string =>
  String(params['context'] ?? (params['source'] as Params | undefined)?.['context']);

export class FirefoxPage {
  readonly #context: string;
  readonly #send: (method: string, params: Params) => Promise<Params>;
  readonly #requests = new Set<string>();
  #problems: string[] = [];

  constructor(context: string, send: (method: string, params: Params) => Promise<Params>) {
    this.#context = context;
    this.#send = send;
  }

  /** Number of requests without an answer. */
  get pendingRequests(): number {
    return this.#requests.size;
  }

  /** Console errors, uncaught exceptions and refused requests since the last call. */
  takeProblems(): readonly string[] {
    const problems = this.#problems;
    this.#problems = [];
    return problems;
  }

  receive(method: string, params: Params): void {
    if (method === 'log.entryAdded') {
      if (params['level'] === 'error') this.#problems.push(`${params['type']} error: ${params['text']}`);
      return;
    }
    const request = params['request'] as { request: string; method: string; url: string };
    if (method === 'network.beforeRequestSent') {
      if (!STREAMS.test(request.url)) this.#requests.add(request.request);
    } else this.#requests.delete(request.request);
    const status = Number((params['response'] as Params | undefined)?.['status'] ?? 0);
    if (status >= 400) this.#problems.push(`${request.method} ${request.url}: ${status}`);
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** Calls the function in the page. Arguments and result pass as JSON; an exception in the page rejects. */
  async evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const { type, result, exceptionDetails } = await this.#send('script.callFunction', {
      functionDeclaration: `async (args) => JSON.stringify((await (${run})(...JSON.parse(args))) ?? null)`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (type !== 'success') throw new Error(String((exceptionDetails as Params)['text']));
    return JSON.parse(String((result as Params)['value'])) as Result;
  }

  /** `Enter`, `n`, `Control+Enter` */
  async press(chord: string): Promise<void> {
    const keys = chord.split('+').map((key) => KEYS[key] ?? key);
    const down = keys.map((value) => ({ type: 'keyDown', value }));
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.#act([...down, ...up]);
  }

  /** One key for each character, with `pauseMs` between them. */
  async type(text: string, pauseMs: number): Promise<void> {
    const strokes = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
      { type: 'pause', duration: pauseMs },
    ]);
    await this.#act(strokes);
  }

  /** A PNG of the visible page. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send('browsingContext.captureScreenshot', { context: this.#context });
    return Buffer.from(String(data), 'base64');
  }

  /** Resolves when no request was pending for `forMs`, or after `withinMs`; the caller can read `pendingRequests`. */
  async quiet(forMs: number, withinMs: number): Promise<void> {
    const until = Date.now() + withinMs;
    for (let since = Date.now(); Date.now() - since < forMs && Date.now() < until; ) {
      await pause(20);
      if (this.#requests.size > 0) since = Date.now();
    }
  }

  async #act(actions: readonly Params[]): Promise<void> {
    await this.#send('input.performActions', {
      context: this.#context,
      actions: [{ type: 'key', id: 'keyboard', actions }],
    });
  }
}
