/** Names of the demonstration's business and people: in three languages, or as people write their own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { nameFieldIn } from '../../domain/records/record-name.ts';
import { records } from '../../domain/registry/records.ts';
import { openBusiness } from '../../tools/demo/business.ts';
import { Chance } from '../../tools/demo/chance.ts';
import { Clerk } from '../../tools/demo/clerk.ts';
import { nameOf } from '../../tools/demo/goods/people-words.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';

type Data = Readonly<Record<string, unknown>>;

let database: FreshDatabase;
let commands: Commands;
/** Every record after the business was opened, by kind. */
const found = new Map<string, Data[]>();

beforeAll(async () => {
  database = await freshDatabase();
  const place = { databaseUrl: rolesAt(database.url).command };
  await ensureFirstUser({ ...place, rate: '1480' });
  await ensureRecords(place);
  commands = await openCommands(place);
  await openBusiness(new Clerk(commands), new Chance(7));
  const { rows } = await commands.pool.query<{ stream: string; data: Data & { readonly changed?: Data } }>(
    `select stream, data from log.event where type ~ '[.](registered|amended)$' order by position`,
  );
  const byStream = Map.groupBy(rows, ({ stream }) => stream);
  for (const [stream, events] of byStream) {
    const kind = stream.replace(/-\d+$/, '');
    const data: Data = Object.assign({}, ...events.map((event) => event.data.changed ?? event.data));
    found.set(kind, [...(found.get(kind) ?? []), data]);
  }
});
afterAll(async () => {
  await commands?.close();
  await database?.drop();
});

const KURDISH = /[ەێۆڵڕڤگچپژ]/;
const ARABIC_SCRIPT = /[\u0600-\u06ff]/;

describe('the business of the demonstration', () => {
  it.each([
    'app_setting',
    'city',
    'outlet',
    'inventory',
    'cash',
    'role',
    'expense_type',
    'income_type',
    'order_cancellation_message',
  ])('calls each %s in three languages', (kind) => {
    const record = records.find((each) => each.kind === kind);
    const all = found.get(kind) ?? [];
    expect(all.length).toBeGreaterThan(0);
    // Types that the first start registered have names in all languages.
    for (const language of ['ar', 'ckb'] as const) {
      const field = record && nameFieldIn(record, language);
      expect(all.filter((data) => !ARABIC_SCRIPT.test(String(data[field ?? ''] ?? '')))).toEqual([]);
    }
  });

  it('prints its own name on its papers', () => {
    expect(found.get('system_profile')).toEqual([
      expect.objectContaining({ shop_name: 'Halgurd Trading', shop_name_ckb: 'بازرگانی هەڵگورد' }),
    ]);
  });

  it('has customers who are called as it says on their doors: in Kurdish, in Arabic, one in five in English', () => {
    const names = (found.get('customer') ?? []).map((data) => String(data['consumer_name']));
    expect(new Set(names).size).toBe(160);
    const english = names.filter((name) => !ARABIC_SCRIPT.test(name));
    expect(english.length).toBe(32);
    expect(names.filter((name) => KURDISH.test(name)).length).toBeGreaterThan(50);
    expect(names.filter((name) => ARABIC_SCRIPT.test(name) && !KURDISH.test(name)).length).toBeGreaterThan(30);
  });

  it('has people who write their names in the language that they read, and sign in with Latin letters', () => {
    const staff = (found.get('user') ?? []).slice(1);
    expect(staff.length).toBeGreaterThan(10);
    for (const { user_name, user_full_name, email, lang } of staff) {
      expect(`${user_name} ${email}`).not.toMatch(ARABIC_SCRIPT);
      expect(ARABIC_SCRIPT.test(String(user_full_name))).toBe(lang !== 'en');
    }
  });
});

it('has a cashier in each shop, of three languages', () => {
  const cashiers = (found.get('user') ?? []).filter(({ is_cashier }) => is_cashier);
  expect(cashiers.map(({ lang }) => lang).toSorted()).toEqual(['ar', 'ckb', 'en']);
});

it('gives every person of the demonstration a name of their own', () => {
  const names = Array.from({ length: 240 }, (_, number) => nameOf(number).own);
  expect(new Set(names).size).toBe(240);
});
