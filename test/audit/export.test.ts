import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Money, money, ZERO } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { personOf } from '../../identity/person.ts';
import { compareWithOthers, differencesOf, monthEnds, ourBalances } from '../../read-api/audit/export/compare.ts';
import { type Books, readBooks } from '../../read-api/audit/export/entries.ts';
import { type ExportFormat, exportBooks } from '../../read-api/audit/export/export.ts';
import { type Balances, isHere } from '../../read-api/audit/export/oracles.ts';
import { inSnapshot } from '../../read-api/database/reader.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { MONTHS, smallYear, type Year } from './year.ts';

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
let year: Year;
let books: Books;
beforeAll(async () => {
  year = await smallYear();
  const nameless = await inSnapshot(year.reader, (snapshot) => readBooks(snapshot, {}));
  expect(nameless.business).toBe('Shop');
  await year.shop.register('system_profile', { shop_name: 'Bazaar' });
  await year.projection.catchUp();
  books = await inSnapshot(year.reader, (snapshot) => readBooks(snapshot, {}));
});
afterAll(() => year?.close());

async function exported(format: ExportFormat, times: object = {}, person = owner): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of exportBooks(year.reader, person, { format, today: '2026-12-31', ...times }))
    pieces.push(piece);
  return pieces.join('');
}

interface Posting {
  readonly date: string;
  readonly entry: number;
  readonly account: string;
  readonly amounts: readonly (readonly [code: string, amount: Money, worth: Money])[];
  /** Goods, whose amount is their cost. */
  readonly goods?: { readonly item: number; readonly quantity: bigint; readonly lot: string | undefined };
}

const GOODS = /^ +([A-Z][^"]*?) {2}(-?\d+\.\d{6}) "[^"]+, item (\d+)" @@ (\d+\.\d{4}) IQD(?: {2}; (.*))?$/;

/** A parser of both formats: a date begins an entry, and indented lines with two spaces in them are its postings. */
function postingsIn(journal: string): Posting[] {
  const postings: Posting[] = [];
  let [date, entry] = ['', 0];
  for (const line of journal.split('\n')) {
    const head = /^(\d{4}-\d\d-\d\d) \* /.exec(line);
    if (head) [date, entry] = [head[1] ?? '', entry + 1];
    const goods = GOODS.exec(line);
    if (goods && date !== '') {
      const [, account = '', units = '0', item, cost = '0', tags] = goods;
      const worth = (units.startsWith('-') ? -money(cost) : money(cost)) as Money;
      const moved = { item: Number(item), quantity: quantity(units), lot: /lot:([^,]+)/.exec(tags ?? '')?.[1] };
      postings.push({ date, entry, account, amounts: [['IQD', worth, worth]], goods: moved });
      continue;
    }
    const [, account, amount = '0', code = '', worth] =
      /^ +([A-Z][^"]*?) {2}(-?\d+\.\d{4}) ([A-Z]{3})(?: @@ (\d+\.\d{4}) IQD)?$/.exec(line) ?? [];
    if (!account || date === '') continue;
    const value =
      worth === undefined ? money(amount) : ((amount.startsWith('-') ? -money(worth) : money(worth)) as Money);
    postings.push({ date, entry, account, amounts: [[code, money(amount), value]] });
  }
  return postings;
}

function balancesOf(postings: readonly Posting[], before: string): Balances {
  const sums = new Map<string, Money>();
  const add = (key: string, amount: Money) => sums.set(key, ((sums.get(key) ?? ZERO) + amount) as Money);
  for (const { account, amounts } of postings.filter(({ date }) => date < before)) {
    const number = /^(\d+)/.exec(account.split(':').at(-1) ?? '')?.[1];
    for (const [code, amount, worth] of amounts) {
      add(`${number} base`, worth);
      add(`${number} ${code}`, amount);
    }
  }
  return sums;
}

describe('the year that is exported', () => {
  it('was entered whole, late purchases and corrections included', async () => {
    expect(year.refused).toEqual([]);
    const kinds = await year.projection.rows<{ kind: string }>(
      'select distinct kind from read.journal_line order by 1',
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['cost', 'normal', 'restatement', 'reversal']);
    expect(monthEnds(books)).toHaveLength(MONTHS);
  });
});

describe.each(['hledger', 'beancount'] as const)('the journal for %s', (format) => {
  it('balances entry by entry in the system currency', async () => {
    const journal = await exported(format);
    const postings = postingsIn(journal);
    // Goods that moved at no cost have no entry in the books.
    const moves = journal
      .split(/\n(?=\d{4}-\d\d-\d\d \*)/)
      .slice(1)
      .filter((text) => !text.includes('entry:'));
    const [counted] = await year.projection.rows<{ entries: number; lines: number }>(
      'select count(distinct (position, entry_no))::int as entries, count(*)::int as lines from read.journal_line',
    );
    expect(postings.at(-1)?.entry).toBe((counted?.entries ?? 0) + moves.length);
    expect(postings.length).toBeGreaterThanOrEqual(counted?.lines ?? 0);
    const entries = Map.groupBy(postings, ({ entry }) => entry);
    const off = [...entries.values()].filter((entry) => {
      return entry.flatMap(({ amounts }) => amounts).reduce((sum, [, , worth]) => sum + worth, 0n) !== 0n;
    });
    expect(off).toEqual([]);
  });

  it('has the name of the shop as on its papers', async () => {
    const [head] = (await exported(format)).split('commodity');
    expect(head).toContain(format === 'hledger' ? '; Bazaar, ' : 'option "title" "Bazaar"');
  });

  it('has the reasons of commands, and those that documents have among their data', async () => {
    const journal = await exported(format);
    for (const reason of ['wrong price', 'broken']) expect(journal).toMatch(new RegExp(`reason:[ "]*${reason}`));
  });

  it('has our balances at every month end, in every currency', async () => {
    const postings = postingsIn(await exported(format));
    for (const before of monthEnds(books)) {
      const ours = await ourBalances(year.reader, books, dayBefore(before));
      expect([...ours.keys()].some((key) => key.endsWith(' USD'))).toBe(true);
      expect(differencesOf(ours, balancesOf(postings, before), 'IQD', before)).toEqual([]);
    }
  });

  it('has the books as at a day, as they were known then', async () => {
    // Goods for 1 May were entered in June, and changed the cost of May's sales.
    const [late] = await year.projection.rows<{ before: string }>(
      `select min(position) - 1 as before from read.journal_line where kind = 'restatement' and effective_date >= '2026-05-01'`,
    );
    const then = { known_at: late?.before ?? '', as_at: '2026-05-31' };
    const known = await inSnapshot(year.reader, (snapshot) => readBooks(snapshot, then));
    const balances = balancesOf(postingsIn(await exported(format, then)), '2027');
    const ours = await ourBalances(year.reader, known, then.as_at);
    expect(ours.size).toBeGreaterThan(10);
    expect(differencesOf(ours, balances, 'IQD', 'then')).toEqual([]);
    expect(differencesOf(await ourBalances(year.reader, books, then.as_at), balances, 'IQD', 'now')).not.toEqual([]);
  });

  it('shows a person of one outlet only its lines, and still balances', async () => {
    const [outlet = 0] = year.premises.outlets;
    const clerk = personOf(2, { user_name: 'clerk', email: 'c@example.com', outlets: [outlet] }, undefined);
    const postings = postingsIn(await exported(format, {}, clerk));
    const lines = await year.projection.rows<{ position: string }>(
      'select position from read.journal_line where outlet_fk <> $1',
      [outlet],
    );
    expect(lines.length).toBeGreaterThan(0);
    const sums = balancesOf(postings, '2027');
    const [own] = await year.projection.rows<{ cash: string }>(
      'select trim_scale(sum(base))::text as cash from read.journal_line where account = 4100 and outlet_fk = $1',
      [outlet],
    );
    expect(sums.get('4100 base')).toBe(money(own?.cash ?? ''));
  });
});

describe('the goods in the journal for hledger', () => {
  const sums = (of: Iterable<readonly [key: string, amount: bigint]>) => {
    const found = new Map<string, bigint>();
    for (const [key, amount] of of) found.set(key, (found.get(key) ?? 0n) + amount);
    return Object.fromEntries([...found].filter(([, amount]) => amount !== 0n).toSorted());
  };

  it('are as many as the stock has, in each inventory, and worth what its account holds', async () => {
    const postings = postingsIn(await exported('hledger'));
    const held = await year.projection.rows<{ account: number; item_fk: number; quantity: string }>(
      `select a.account, s.item_fk, s.quantity::text as quantity from read.stock_level s
       join read.account a on a.record_kind = 'inventory' and a.record_id = s.inventory_fk`,
    );
    expect(held.length).toBeGreaterThan(2);
    const numberOf = (account: string) => /^(\d+)/.exec(account.split(':').at(-1) ?? '')?.[1];
    const told = postings.flatMap(({ account, goods }) =>
      goods ? [[`${numberOf(account)} ${goods.item}`, goods.quantity] as const] : [],
    );
    expect(told.length).toBeGreaterThan(50);
    expect(sums(told)).toEqual(
      sums(held.map(({ account, item_fk, quantity: units }) => [`${account} ${item_fk}`, quantity(units)] as const)),
    );
    // Nearly all of them have a cost: what moved and what it cost are one posting.
    const priced = postings.filter(({ goods, amounts }) => goods && amounts[0]?.[1] !== ZERO);
    expect(priced.length).toBeGreaterThan(told.length / 2);
  });

  it('are those of a day as they were known then', async () => {
    const postings = postingsIn(await exported('hledger', { as_at: '2026-05-31' }));
    const moved = await year.projection.rows<{ item_fk: number; quantity: string }>(
      `select item_fk, sum(quantity)::text as quantity from read.stock_line where effective_date <= '2026-05-31' group by 1`,
    );
    const told = postings.flatMap(({ goods }) => (goods ? [[String(goods.item), goods.quantity] as const] : []));
    expect(sums(told)).toEqual(
      sums(moved.map(({ item_fk, quantity: units }) => [String(item_fk), quantity(units)] as const)),
    );
  });
});

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

describe('the SAF-T file', () => {
  it('has every entry, equal debits and credits, and our balances', async () => {
    const xml = await exported('saft');
    const entries = xml.match(/<Transaction>/g)?.length ?? 0;
    expect(xml).toContain(`<NumberOfEntries>${entries}</NumberOfEntries>`);
    const [debit, credit] = ['Debit', 'Credit'].map((side) => new RegExp(`<Total${side}>([^<]+)<`).exec(xml)?.[1]);
    expect(debit).toBe(credit);
    const amounts = [...xml.matchAll(/<DebitAmount><Amount>([^<]+)</g)].map(([, amount = '0']) => money(amount));
    expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(money(debit ?? ''));
    const ours = await ourBalances(year.reader, books, '2026-12-31');
    const accounts = [
      ...xml.matchAll(/<AccountID>(\d+)<\/AccountID><AccountDescription>.*?<Closing(Debit|Credit)Balance>([^<]+)</g),
    ];
    expect(accounts.length).toBeGreaterThan(12);
    for (const [, account, side, amount = '0'] of accounts) {
      expect(ours.get(`${account} base`) ?? ZERO).toBe(side === 'Credit' ? -money(amount) : money(amount));
    }
    expect(xml).toContain('Rent; &quot;shop&quot; | &lt;1&gt;');
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)('is well-formed XML', async () => {
    const reader =
      'import sys, xml.etree.ElementTree as t; print(len(list(t.fromstring(sys.stdin.buffer.read()).iter())))';
    const { status, stdout } = spawnSync('python3', ['-c', reader], {
      input: await exported('saft'),
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(Number(stdout)).toBeGreaterThan(1000);
  });
});

/** Puts programs with these names first on the PATH. They record their arguments and start the original programs. */
function startsWrittenDown(programs: readonly string[]) {
  const folder = temporaryFolder();
  const [log, path] = [join(folder, 'log'), process.env['PATH']];
  writeFileSync(log, '');
  for (const program of programs) {
    const real = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
    const script = `#!/bin/sh\necho "${program} $*" >> ${log}\nexec ${real} "$@"\n`;
    writeFileSync(join(folder, program), script, { mode: 0o755 });
  }
  process.env['PATH'] = `${folder}:${path}`;
  const restore = () => {
    process.env['PATH'] = path;
  };
  return { lines: () => readFileSync(log, 'utf8').split('\n'), restore };
}

describe('the comparison with others', () => {
  it('finds an account that is off by a unit of the last place', async () => {
    const ours = await ourBalances(year.reader, books, '2026-12-31');
    const theirs = new Map(ours);
    theirs.set('4100 base', ((ours.get('4100 base') ?? ZERO) + 1n) as Money);
    expect(differencesOf(ours, theirs, 'IQD', 'day')).toHaveLength(1);
    expect(differencesOf(ours, new Map([...ours, ['9999 base', 1n as Money]]), 'IQD', 'day')).toHaveLength(1);
  });

  const here = ['hledger', 'bean-query'].filter(isHere);
  it.skipIf(here.length === 0)('finds no difference where hledger and beancount are installed', async () => {
    const results = await compareWithOthers(year.reader, owner);
    for (const { program, missing, months, balances, differences } of results) {
      if (!here.includes(program)) continue;
      expect({ program, missing, differences }).toEqual({ program, missing: false, differences: [] });
      expect(months).toBe(MONTHS);
      expect(balances).toBeGreaterThan(MONTHS * 10);
    }
  });

  it.skipIf(here.length === 0)('starts each program once for the balances of all months', async () => {
    const { lines, restore } = startsWrittenDown(here);
    try {
      for (const { missing, months } of await compareWithOthers(year.reader, owner)) {
        if (!missing) expect(months).toBe(MONTHS);
      }
    } finally {
      restore();
    }
    const askedForBalances = lines().filter((line) => /^(hledger .* balance |bean-query -q )/.test(line));
    // hledger is started thrice: for amounts, for the cost of goods, and for base amounts.
    expect(askedForBalances).toHaveLength((here.includes('hledger') ? 3 : 0) + (here.includes('bean-query') ? 1 : 0));
  });
});
