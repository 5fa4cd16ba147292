/** A business with half a year of trade, and a stock Firefox. It contains no double. */
import { defined } from '../../domain/values/defined.ts';
import { startDaftar } from '../../launcher/daftar.ts';
import { enterDemo } from '../demo/enter-demo.ts';
import { environmentAt } from '../support/database.ts';
import { Firefox, type FirefoxPage } from '../support/firefox.ts';
import { until } from '../support/waiting.ts';
import type { List } from './every-screen.ts';
import type { Language } from './shop.ts';

/** The timeout for entering the business and opening its first page, on a busy machine. */
export const OPEN_MS = 1_200_000;

const [WIDTH, HEIGHT] = [1440, 900];
const PASSWORD = 'a long enough secret';

export interface TradedShop {
  /** Reads a list of the API as the super user; throws when it is refused. */
  readonly list: List;
  /** A new window; the person has signed in with the keyboard. */
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
    // An unused one-time password is replaced at each start.
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

/** Replaces the first password by `PASSWORD`, and signs in. */
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
  // A page of the same origin without fonts: Firefox reports fonts as failed when their page is left during loading.
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

/** Navigates within the open application. */
export async function go(page: FirefoxPage, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
