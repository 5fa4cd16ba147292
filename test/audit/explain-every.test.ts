import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personOf } from '../../identity/person.ts';
import { printFigure, readFigure } from '../../read-api/audit/explain/figure.ts';
import { explainLine } from '../../read-api/audit/explain/line.ts';
import { readUnit } from '../../read-api/audit/explain/lines.ts';
import { explain, type Part } from '../../read-api/audit/explain/parts.ts';
import { inSnapshot, type Snapshot } from '../../read-api/database/reader.ts';
import { isSuite } from '../support/ring.ts';
import { everyFigure, type NamedFigure } from './every-figure.ts';
import { smallYear, type Year } from './year.ts';

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
let year: Year;
beforeAll(async () => {
  year = await smallYear();
});
afterAll(() => year?.close());

const SEED = 20260101;
const EVERY = { page: 1, perPage: 100_000, offset: 0 };
const PER_COLUMN = 2;

/** A sample of the figures of every column of every report. */
function sampled(figures: readonly NamedFigure[], random: (below: number) => number): NamedFigure[] {
  const column = ({ name }: NamedFigure) =>
    `${name.split(';')[0]} ${/;method=\w+/.exec(name) ?? ''} ${/;row=total[^;]*/.exec(name) ?? ''} ${/;of=\w+/.exec(name) ?? ''}`;
  return [...Map.groupBy(figures, column).values()].flatMap((own) =>
    Array.from({ length: Math.min(PER_COLUMN, own.length) }, () => own.splice(random(own.length), 1)[0] as NamedFigure),
  );
}

/**
 * Asserts that the parts of a figure add up to it, and follows one part down to a journal line with its event, person
 * and rule.
 */
async function mustLeadOn(
  snapshot: Snapshot,
  name: string,
  amount: string,
  random: (below: number) => number,
): Promise<void> {
  const told = await explain(snapshot, readFigure(name), owner, EVERY);
  expect(`${name} ${told.amount}`).toBe(`${name} ${amount}`);
  expect(told.parts, name).toHaveLength(told.total);
  if (told.made === 'count') expect(String(told.parts.length), name).toBe(amount);
  if (told.made === 'sum') {
    const sum = told.parts.reduce((total, part) => total + readUnit(told.unit, part.amount), 0n);
    expect(`${name} ${sum}`).toBe(`${name} ${readUnit(told.unit, amount)}`);
  }
  const part = told.parts[random(told.parts.length)];
  if (!part) return;
  if (part.line) return mustReachItsRule(snapshot, name, part.line);
  expect(printFigure(readFigure(part.figure ?? ''))).toBe(part.figure);
  const own = told.made === 'count' ? undefined : readUnit(part.unit, part.amount) * BigInt(part.sign);
  const next = await explain(snapshot, readFigure(part.figure ?? ''), owner, EVERY);
  if (own !== undefined)
    expect(`${part.figure} ${readUnit(part.unit, next.amount ?? '')}`).toBe(`${part.figure} ${own}`);
  await mustLeadOn(snapshot, part.figure ?? '', next.amount ?? '', random);
}

async function mustReachItsRule(snapshot: Snapshot, name: string, line: NonNullable<Part['line']>): Promise<void> {
  const { position, line_no, source, cause_position, item_fk, inventory_fk } = line;
  const told = await explainLine(snapshot, owner, {
    ...{ position, line_no: String(line_no), source, cause_position },
    ...(item_fk === null || inventory_fk === null
      ? {}
      : { item_fk: String(item_fk), inventory_fk: String(inventory_fk) }),
  });
  const chain = [told.event.type, told.event.actor_name, told.document, told.rule?.file, told.rule?.text];
  expect(
    chain.map((value) => typeof value === 'string' && value !== ''),
    `${name} ${JSON.stringify(line)}`,
  ).toEqual(chain.map(() => true));
  // The base amount of foreign money is at the rate of the document, or at the carrying value.
  if (told.currency_fk === 2 && source === 'journal' && told.foreign_amount !== '0') {
    expect(told.rate ?? told.cost, `${name} ${JSON.stringify(line)}`).not.toBeNull();
  }
}

/** Pseudo-random numbers, equal in every run. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return below === 0 ? 0 : (state >>> 8) % below;
  };
}

describe('every figure of every report', () => {
  const wholeYear = {};
  const ofAnOutlet = { from: '2026-04-01', as_at: '2026-06-30', outlet_fk: '1' };
  it.each([{ from: '2026-02-15', as_at: '2026-11-05', known_at: '160' }, ...(isSuite ? [] : [wholeYear, ofAnOutlet])])(
    'is the sum of its parts, which lead to the events, people, documents and rules behind them: %j',
    async (asked) => {
      const { cashes, customers, suppliers, items, outlets } = year.premises;
      const there = { cashes, customers, suppliers, items };
      const random = randomly(SEED);
      const query: Record<string, string> = { ...asked };
      if (query['outlet_fk'] !== undefined) query['outlet_fk'] = String(outlets[Number(query['outlet_fk']) - 1]);
      await inSnapshot(year.reader, async (snapshot) => {
        const figures = sampled(await everyFigure(snapshot, owner, query, there), random);
        expect(figures.length).toBeGreaterThan(150);
        for (const { name, amount } of figures) await mustLeadOn(snapshot, name, amount, random);
      });
    },
  );
});

describe('what changed in a figure between two moments of knowledge', () => {
  /**
   * Quotients, counts and ageing buckets do not change by lines; one side of the trial balance changes only together
   * with the other.
   */
  const changesByLines = (name: string) =>
    !/;of=(average_cost|margin|documents|not_due|days_|over_90|credit$|line)|^(trial_balance|sales|items|most)/.test(
      name,
    ) || /^sales;.*;of=(gross|revenue|total|cost|profit)/.test(name);

  it('equals the lines that became known in between, in every report', async () => {
    const { cashes, customers, suppliers, items } = year.premises;
    const there = { cashes, customers, suppliers, items };
    const random = randomly(SEED);
    const [then, now] = ['90', '150'];
    await inSnapshot(year.reader, async (snapshot) => {
      const figuresAt = async (known_at: string) => everyFigure(snapshot, owner, { known_at }, there);
      const named = ({ name }: NamedFigure) => name.replace(/;known_at=\d+/, '');
      const before = new Map((await figuresAt(then)).map((figure) => [named(figure), figure.amount]));
      const changed = (await figuresAt(now)).filter(
        (figure) => changesByLines(figure.name) && !figure.name.includes(';line='),
      );
      const reports = new Set<string>();
      for (const figure of sampled(changed, random)) {
        const { name, amount } = figure;
        const told = await explain(snapshot, readFigure(`${name};since=${then}`), owner, EVERY);
        const difference = readUnit(told.unit, amount) - readUnit(told.unit, before.get(named(figure)) ?? '0');
        expect(`${name} ${readUnit(told.unit, told.amount ?? '')}`).toBe(`${name} ${difference}`);
        if (difference !== 0n) reports.add(name.split(';')[0] ?? '');
      }
      for (const report of ['income_statement', 'balance_sheet', 'cash_flow', 'stock_valuation', 'customers_ageing']) {
        expect([...reports]).toContain(report);
      }
    });
  });
});
