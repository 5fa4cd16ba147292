import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postingTable } from '../../domain/registry/posting-table.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { money } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { personOf } from '../../identity/person.ts';
import { ROOT } from '../../launcher/machine/root.ts';
import { printFigure, readFigure } from '../../read-api/audit/explain/figure.ts';
import { explainLine } from '../../read-api/audit/explain/line.ts';
import type { Figure } from '../../read-api/audit/explain/made.ts';
import { explain, type Part } from '../../read-api/audit/explain/parts.ts';
import { ruleOfPosting } from '../../read-api/audit/explain/posting-rule.ts';
import { inSnapshot } from '../../read-api/database/reader.ts';
import { trialBalance } from '../../read-api/reports/trial-balance.ts';
import { smallYear, type Year } from './year.ts';

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
let year: Year;
beforeAll(async () => {
  year = await smallYear();
});
afterAll(() => year?.close());

const PER_PAGE = 50;

/** A figure with all of its parts, from all pages. */
async function explained(figure: Figure, person = owner): Promise<{ amount: string; of: string; parts: Part[] }> {
  return inSnapshot(year.reader, async (snapshot) => {
    const first = await explain(snapshot, figure, person, { page: 1, perPage: PER_PAGE, offset: 0 });
    const parts = [...first.parts];
    for (let page = 2; (page - 1) * PER_PAGE < first.total; page += 1) {
      const next = { page, perPage: PER_PAGE, offset: (page - 1) * PER_PAGE };
      parts.push(...(await explain(snapshot, figure, person, next)).parts);
    }
    expect(parts).toHaveLength(first.total);
    return { amount: first.amount ?? '', of: first.of, parts };
  });
}

/** Asserts that the parts add up to the figure, down to the journal lines. Returns the sum. */
async function mustAddUp(figure: Figure): Promise<bigint> {
  const exact = figure['of'] === 'quantity' ? quantity : money;
  const { amount, parts } = await explained(figure);
  const sum = parts.reduce((total, part) => total + exact(part.amount), 0n);
  expect(`${printFigure(figure)} ${sum}`).toBe(`${printFigure(figure)} ${exact(amount)}`);
  for (const part of parts) {
    if (part.figure !== null) expect(await mustAddUp(readFigure(part.figure))).toBe(exact(part.amount));
    else expect(part.line?.event_type).toMatch(/^[a-z_]+\.[a-z_]+$/);
  }
  return exact(amount);
}

/** The same figure, added up directly from the rows. */
async function oracle(figure: Figure, table: string, column: string, conditions: string): Promise<bigint> {
  const { as_at, known_at, from } = figure as Record<string, string | undefined>;
  const [row] = await year.projection.rows<{ sum: string }>(
    `select trim_scale(coalesce(sum(${column}), 0))::text as sum from read.${table}
     where ${conditions} and ($1::date is null or effective_date <= $1) and ($2::bigint is null or position <= $2)
       and ($3::date is null or effective_date >= $3)`,
    [as_at ?? null, known_at ?? null, from ?? null],
  );
  return figure['of'] === 'quantity' ? quantity(row?.sum ?? '') : money(row?.sum ?? '');
}

const day = fc.integer({ min: 0, max: 364 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
const times = fc.record(
  { as_at: day, known_at: fc.integer({ min: 0, max: 400 }).map(String), from: day },
  { requiredKeys: [] },
);

describe('the trial balance', () => {
  it('has figures that are the sum of their parts, down to the lines, at any two times', async () => {
    await fc.assert(
      fc.asyncProperty(times, async ({ as_at, known_at }) => {
        const asked = { ...(as_at ? { as_at } : {}), ...(known_at ? { known_at } : {}) };
        const { rows } = await inSnapshot(year.reader, (snapshot) => trialBalance(snapshot, owner, asked));
        for (const row of rows.filter((_, index) => (index + Number(known_at ?? 0)) % 4 === 0)) {
          for (const side of ['debit', 'credit'] as const) {
            if (row[side] === '0') continue;
            const figure = { report: 'trial_balance', account: String(row.account), of: side, ...asked };
            expect(`${row.account} ${side} ${await mustAddUp(figure)}`).toBe(
              `${row.account} ${side} ${money(row[side])}`,
            );
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('figures at random', () => {
  it('of accounts, parties, currencies and outlets are the sum of their parts, and of the lines', async () => {
    const { outlets, customers } = year.premises;
    const accounts = ['1000', '1110', '1210', '1310', '111000002', '4100', '5100', '5000', '2110'];
    const sides = {
      closing: 'base',
      foreign: 'foreign_amount',
      debit: 'greatest(base, 0)',
      credit: '-least(base, 0)',
    } as const;
    await fc.assert(
      fc.asyncProperty(
        times,
        fc.constantFrom(...accounts),
        fc.option(fc.constantFrom(...outlets), { nil: undefined }),
        fc.constantFrom(...(Object.keys(sides) as (keyof typeof sides)[])),
        async ({ from, ...until }, account, outlet, of) => {
          const isBalance = of === 'closing' || of === 'foreign';
          const when = { ...until, ...(from && !isBalance ? { from } : {}) };
          const figure = {
            report: of === 'foreign' ? 'trial_balance' : 'account_ledger',
            ...{ account, of, ...when },
            ...(outlet ? { outlet_fk: String(outlet) } : {}),
            ...(of === 'foreign' ? { currency_fk: '2' } : {}),
          };
          const below = `account in (with recursive t as (select ${account} as account union all
            select a.account from read.account a join t on a.parent = t.account) select account from t)`;
          const conditions = [
            below,
            outlet ? `outlet_fk = ${outlet}` : 'true',
            of === 'foreign' ? 'currency_fk = 2' : 'true',
          ];
          const expected = await oracle(figure, 'journal_line', sides[of], conditions.join(' and '));
          expect(await mustAddUp(figure)).toBe(expected);
        },
      ),
      { numRuns: 25 },
    );
    const [customer] = customers;
    for (const which of ['closing', 'closing_base'] as const) {
      const figure = { report: 'customers_statement', consumer_id: String(customer), currency_fk: '2', of: which };
      const column = which === 'closing' ? 'foreign_amount' : 'base';
      const asked = { ...figure, as_at: '2026-09-30' };
      const expected = await oracle(
        asked,
        'journal_line',
        column,
        `party = 'customer-${customer}' and currency_fk = 2`,
      );
      expect(expected).not.toBe(0n);
      expect(await mustAddUp(asked)).toBe(expected);
    }
  });

  it('of goods are the sum of their parts', async () => {
    const { items, inventories } = year.premises;
    await fc.assert(
      fc.asyncProperty(
        times,
        fc.constantFrom(...items),
        fc.option(fc.constantFrom(...inventories), { nil: undefined }),
        fc.constantFrom('quantity' as const, 'value' as const),
        async ({ from: _from, ...when }, item, inventory, of) => {
          const place: Record<string, string> = inventory ? { inventory_fk: String(inventory) } : {};
          const figure: Figure = { report: 'inventory', item_fk: String(item), ...place, ...when, of };
          const conditions = `item_fk = ${item} and ${inventory ? `inventory_fk = ${inventory}` : 'true'}`;
          expect(await mustAddUp(figure)).toBe(await oracle(figure, 'stock_line', of, conditions));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('has months between an account of many lines and its lines', async () => {
    const { of, parts } = await explained({
      report: 'trial_balance',
      account: '1310',
      in_account: '1310',
      of: 'debit',
    });
    expect([of, parts]).toEqual(['line', []]);
    const inventory = `1310${String(year.premises.inventories[0]).padStart(5, '0')}`;
    const figure = { report: 'trial_balance', account: inventory, of: 'debit' };
    const whole = await explained(figure);
    const lines = await year.projection.rows('select from read.journal_line where account = $1', [inventory]);
    expect(whole.of).toBe(lines.length > 200 ? 'month' : 'line');
    expect(await mustAddUp(figure)).toBeGreaterThan(0n);
  });
});

describe('a line', () => {
  const line = (position: string, line_no: number, person = owner) =>
    inSnapshot(year.reader, (snapshot) => explainLine(snapshot, person, { position, line_no: String(line_no) }));

  it('has its event and person, its document, the rule that posted it and the rate', async () => {
    const [sale] = await year.projection.rows<{ position: string; line_no: number }>(
      `select position, line_no from read.journal_line where document_kind = 'sale' and account = 1210 and currency_fk = 2
       and kind = 'normal' order by position limit 1`,
    );
    const told = await line(sale?.position ?? '', sale?.line_no ?? 0);
    expect(told.rule).toMatchObject({ file: 'domain/posting/sale.ts', section: '2' });
    expect(told.rule?.lines).toContainEqual({ side: 'debit', accounts: ['sales-discounts'], note: 'discounts' });
    expect(told.rule?.text).toContain('debit sales-discounts (discounts)');
    expect(told.event).toMatchObject({ type: 'sale.completed', kind: 'sale', actor_name: '1' });
    expect([told.rate, told.party_name, told.cost]).toEqual(['1453.37', expect.any(String), null]);
  });

  it('of cost has the holding, the average at that moment, and the movements from which it was computed', async () => {
    const lines = await year.projection.rows<{ position: string; line_no: number }>(
      `select position, line_no from read.journal_line where kind = 'cost' and account / 100000 = 1310 and base < 0`,
    );
    expect(lines.length).toBeGreaterThan(20);
    for (const { position, line_no } of lines) {
      const { cost, rule, base } = await line(position, line_no);
      expect(rule).toMatchObject({ file: 'domain/costing/cost-book.ts', section: '4' });
      if (!cost) throw new Error('no cost behind a line of cost');
      const { now, behind, movements } = cost;
      const [held, worth, taken] = [quantity(now.quantity_before), money(now.value_before), -quantity(now.quantity)];
      expect(-money(now.value)).toBe(taken === held ? worth : divideRounded(worth * taken, held));
      expect(now.value).toBe(base);
      expect(behind.length).toBe(Math.min(50, movements));
      if (movements <= 50) expect(behind.reduce((sum, value) => sum + money(value.value), 0n)).toBe(worth);
    }
  });

  it('of a difference has the cause beside the posting that it corrects, and the average before and after', async () => {
    const [late] = await year.projection.rows<{ position: string; line_no: number; cause_position: string }>(
      `select position, line_no, cause_position from read.journal_line where kind = 'restatement' and account / 100000 = 1310
       order by position limit 1`,
    );
    const told = await line(late?.position ?? '', late?.line_no ?? 0);
    expect(told.event).toMatchObject({ position: late?.position, type: 'purchase.completed' });
    expect(told.cause).toMatchObject({ position: late?.cause_position, kind: told.document_kind });
    const { now, earlier } = told.cost ?? {};
    expect(earlier?.average_before).not.toBe(now?.average_before);
    expect(money(now?.value ?? '') - money(earlier?.value ?? '')).toBe(money(told.base ?? ''));
  });

  it('of cost is refused without the permission to see cost', async () => {
    const clerk = personOf(2, { user_name: 'c', email: 'c@example.com', outlets: [...year.premises.outlets] }, {
      role_name: 'ledger',
      permissions: ['financial_reports/trial_balance'],
    } as never);
    const [cost] = await year.projection.rows<{ position: string; line_no: number }>(
      `select position, line_no from read.journal_line where kind = 'cost' limit 1`,
    );
    await expect(line(cost?.position ?? '', cost?.line_no ?? 0, clerk)).rejects.toThrow(/forbidden|permission_missing/);
    await expect(explained({ report: 'trial_balance', account: '5100', of: 'debit' }, clerk)).rejects.toThrow(
      /forbidden|permission_missing/,
    );
    await expect(explained({ report: 'customers_ageing', of: 'base' }, clerk)).rejects.toThrow(
      /forbidden|permission_missing/,
    );
  });
});

describe('without the permission to see cost', () => {
  const REFUSED = /forbidden|permission_missing/;
  const reports = ['trial_balance', 'income_statement', 'balance_sheet', 'cash_flow'];
  const role = { role_name: 'ledger', permissions: reports.map((name) => `financial_reports/${name}`) };
  const clerk = () =>
    personOf(2, { user_name: 'c', email: 'c@example.com', outlets: [...year.premises.outlets] }, role);

  it.each([
    'income_statement;row=total.gross_profit',
    'income_statement;row=total.total_revenue',
    'income_statement;row=5100',
    'balance_sheet;row=total.total_assets',
    'balance_sheet;row=account.result_of_year',
    'balance_sheet;row=1310',
    'cash_flow;method=indirect;row=total.net_result',
    'cash_flow;method=direct;row=account.goods',
    'cash_flow;method=direct;row=total.opening_cash',
    'trial_balance;account=1310;of=debit',
    'trial_balance;account=5100;of=debit;in_month=2026-03',
  ])('a figure is refused, as its report or its account is: %s', async (text) => {
    await explained(readFigure(text));
    await expect(explained(readFigure(text), clerk())).rejects.toThrow(REFUSED);
  });

  it('the headings and the total of the trial balance are explained without the accounts that the report leaves out', async () => {
    const from = '2026-04-01';
    const { rows, totals } = await inSnapshot(year.reader, (snapshot) => trialBalance(snapshot, clerk(), { from }));
    const whole = await inSnapshot(year.reader, (snapshot) => trialBalance(snapshot, owner, { from }));
    expect(totals.debit).not.toBe(whole.totals.debit);
    const headings = rows.filter(({ is_heading }) => is_heading);
    expect(headings.length).toBeGreaterThan(2);
    for (const side of ['debit', 'credit', 'opening_debit', 'movement_debit', 'movement_credit'] as const) {
      const total = { report: 'trial_balance', from, of: side };
      expect([side, (await explained(total, clerk())).amount]).toEqual([side, totals[side]]);
      for (const { account, ...row } of headings) {
        const { amount, parts } = await explained({ ...total, account: String(account) }, clerk());
        expect([account, side, amount]).toEqual([account, side, row[side]]);
        expect(parts.filter(({ figure }) => /in_account=(1310|5100)/.test(figure ?? ''))).toEqual([]);
      }
    }
    const narrowed = { report: 'trial_balance', account: '5000', of: 'debit', in_account: '5100' };
    expect((await explained(narrowed)).amount).not.toBe('0');
    expect((await explained(narrowed, clerk())).amount).toBe('0');
  });
});

describe('the rule of a posting', () => {
  it('is found for every event that posts, with its section, and for no other', () => {
    const types = Object.entries(postingTable);
    const missing = types.filter(([type, { does }]) => does === 'post' && ruleOfPosting(type) === undefined);
    expect(missing.map(([type]) => type)).toEqual([]);
    const extra = types.filter(([type, { does }]) => does !== 'post' && ruleOfPosting(type) !== undefined);
    expect(extra.map(([type]) => type)).toEqual([]);
    const without = types.filter(([type, { does }]) => does === 'post' && !ruleOfPosting(type)?.lines.length);
    // They move what is sold and not delivered, which has no value.
    expect(without.map(([type]) => type)).toEqual(['sale.delivered', 'sale.returned_undelivered']);
    for (const [type] of types) {
      const file = ruleOfPosting(type)?.file;
      if (file) expect(existsSync(join(ROOT, file)), `${type}: ${file}`).toBe(true);
    }
  });
});

describe('the reference of a figure', () => {
  it.each([
    'trial_balance;account=1310;of=debit;as_at=2026-03-31;known_at=1042',
    'income_statement;from=2026-03-01;by=month;row=total.gross_profit',
    'inventory;search=50%25%3B%3D;of=quantity',
    'sales;group=customer;key=none;of=documents;in_document=sale-7',
  ])('is read as it was printed: %s', (text) => {
    expect(printFigure(readFigure(text))).toBe(text);
  });

  it.each([
    '',
    'nothing;account=1',
    'trial_balance',
    'trial_balance;account=x;of=debit',
    'trial_balance;account=1;account=2;of=debit',
    'trial_balance;account=1;of=debit;constructor=1',
    'trial_balance;account=1310;of=quantity',
    'trial_balance;account=1310;of=debit;page=2',
    'customers_statement;consumer_id=1;of=closing',
    'customers_statement;party=sale-1;of=closing',
    'income_statement;row=4100;of=debit',
    'inventory;item_fk=1;of=base',
    'inventory;item_fk=1;of=value;as_at=2026-02-30',
    'inventory;search=%E0%A4%A;of=value',
  ])('refuses %s', (text) => {
    expect(() => readFigure(text)).toThrow();
  });

  it.each([
    'trial_balance;account=1110;of=foreign',
    'trial_balance;account=1110;of=opening_debit',
    'account_ledger;account=1110;of=balance',
    'account_ledger;account=1110;of=debit;line=1-1',
    'customers_ageing;of=days_31_60',
    'inventory;of=average_cost',
    'income_statement;row=total.nothing',
    'income_statement;row=1110',
    'balance_sheet;row=total.gross_profit',
    'cash_flow;method=direct;row=total.net_result',
    'sales;of=quantity',
    'most_active_items;of=documents',
  ])('is of a figure that there is: %s', async (text) => {
    await expect(explained(readFigure(text))).rejects.toThrow('parameter_not_valid');
  });
});
