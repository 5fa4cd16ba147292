/** A business that has traded for half a year, and a stock Firefox in front of it. Nothing in it is a double. */
import { defined } from '../../domain/kernel/defined.ts';
import { startDaftar } from '../../launcher/daftar.ts';
import { enterDemo } from '../demo/enter-demo.ts';
import { environmentAt } from '../support/database.ts';
import { Firefox, type FirefoxPage } from '../support/firefox.ts';
import { until } from '../support/waiting.ts';
import type { List } from './every-screen.ts';
import type { Language } from './shop.ts';

/** Until the business is entered and its first page is there, on a busy machine. */
export const OPEN_MS = 1_200_000;

const [WIDTH, HEIGHT] = [1440, 900];
const PASSWORD = 'a long enough secret';

export interface TradedShop {
  /** Rows of a list of the API, read as the super user; throws with the answer when it is refused. */
  readonly list: List;
  /** A signed-in window of its own; the person has signed in with the keyboard. */
  open(language: Language): Promise<FirefoxPage>;
  close(): Promise<void>;
}

export async function openTradedShop(): Promise<TradedShop> {
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const demo = await enterDemo('--once');
    undo.push(demo.close);
    if (demo.code !== 0) throw new Error(demo.output);
    const environment = { ...process.env, ...environmentAt(demo.database.url), PORT: '0' };
    const daftar = await startDaftar({ dataDir: demo.dataDir, environment, say: () => undefined });
    undo.push(() => daftar.stop());
    // A one-time password that nobody used is replaced at each start.
    const { email, password } = defined(daftar.firstUser);
    const list = await readerOf(daftar.address, email, password);
    const firefox = await Firefox.launch();
    undo.push(() => firefox.close());
    return { list, close, open: (language) => signedIn(firefox, daftar.address, email, language) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Chooses `PASSWORD` in place of the first one, and reads with it. */
async function readerOf(address: string, email: string, first: string): Promise<List> {
  const call = async (path: string, token: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(`${address}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-requested-with': 'daftar',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return (JSON.parse(text) as { data: Readonly<Record<string, unknown>> }).data;
  };
  const signIn = async (password: string) =>
    String((await call('auth/login', '', { email, password }))['access_token']);
  await call('auth/change_password', await signIn(first), {
    current_password: first,
    new_password: PASSWORD,
    new_password_confirmation: PASSWORD,
  });
  const token = await signIn(PASSWORD);
  return async (path) => (await call(path, token))['data'] as Awaited<ReturnType<List>>;
}

async function signedIn(firefox: Firefox, address: string, email: string, language: Language): Promise<FirefoxPage> {
  const page = await firefox.newPage(WIDTH, HEIGHT);
  // A page of the same origin without fonts: Firefox reports a font as failed when its page is left while it loads.
  await page.goto(`${address}/healthz`);
  await page.evaluate(
    (kept) => localStorage.setItem('daftar.preferences', kept),
    JSON.stringify({ language, theme: 'light' }),
  );
  await page.goto(address);
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('name') === 'email'));
  await page.type(email, 0);
  await page.press('Tab');
  await page.type(PASSWORD, 0);
  await page.press('Enter');
  await until(() => page.evaluate(() => document.querySelector('nav') !== null));
  return page;
}

/** To another screen of the open application, without loading it again. */
export async function go(page: FirefoxPage, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
