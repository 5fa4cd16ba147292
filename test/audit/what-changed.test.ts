import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { money } from '../../domain/values/money.ts';
import { personOf } from '../../identity/person.ts';
import { whatChanged } from '../../read-api/audit/what-changed.ts';
import { inSnapshot } from '../../read-api/database/reader.ts';
import { trialBalance } from '../../read-api/reports/trial-balance.ts';
import { smallYear, type Year } from './year.ts';

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
let year: Year;
beforeAll(async () => {
  year = await smallYear();
});
afterAll(() => year?.close());

const changed = (asked: Record<string, string>, person = owner) =>
  inSnapshot(year.reader, (snapshot) => whatChanged(snapshot, person, { per_page: '200', ...asked }));

/** Balances of single accounts, debit positive. */
async function balances(known_at: string, as_at: string | undefined): Promise<Map<number, bigint>> {
  const asked = { known_at, ...(as_at ? { as_at } : {}) };
  const { rows } = await inSnapshot(year.reader, (snapshot) => trialBalance(snapshot, owner, asked));
  const parents = new Set(rows.map((row) => row.parent));
  const single = rows.filter((row) => !row.is_heading && !parents.has(row.account));
  return new Map(single.map((row) => [row.account, money(row.debit) - money(row.credit)]));
}

const position = fc.integer({ min: 20, max: 260 }).map(String);
const asAt = fc.constantFrom(undefined, '2026-03-31', '2026-06-15', '2026-12-31');

describe('what changed between two moments', () => {
  it('is the difference of the two trial balances, account by account, and the sum of its lines', async () => {
    await fc.assert(
      fc.asyncProperty(position, position, asAt, async (one, other, as_at) => {
        const [from, to] = [one, other].toSorted((a, b) => Number(a) - Number(b)) as [string, string];
        const { accounts, data, total } = await changed({
          from_known_at: from,
          known_at: to,
          ...(as_at ? { as_at } : {}),
        });
        const [then, now] = [await balances(from, as_at), await balances(to, as_at)];
        for (const { account, before, after, difference } of accounts) {
          expect([account, money(before), money(after)]).toEqual([
            account,
            then.get(account) ?? 0n,
            now.get(account) ?? 0n,
          ]);
          expect(money(after) - money(before)).toBe(money(difference));
        }
        const told = new Set(accounts.map(({ account }) => account));
        for (const account of [...then.keys(), ...now.keys()]) {
          if (!told.has(account)) expect(then.get(account)).toBe(now.get(account));
        }
        const sums = new Map<number, bigint>();
        const pages = [...data];
        for (let page = 2; pages.length < total; page += 1) {
          const asked = { from_known_at: from, known_at: to, page: String(page), ...(as_at ? { as_at } : {}) };
          pages.push(...(await changed(asked)).data);
        }
        for (const { account, base } of pages) sums.set(account, (sums.get(account) ?? 0n) + money(base));
        for (const { account, difference } of accounts) expect(sums.get(account)).toBe(money(difference));
      }),
      { numRuns: 25 },
    );
  });

  it('names the late purchase that changed the cost of the sold goods, and the person', async () => {
    const [late] = await year.projection.rows<{ position: string }>(
      `select min(position) as position from read.journal_line where kind = 'restatement'`,
    );
    const position = late?.position ?? '';
    const from_known_at = String(BigInt(position) - 1n);
    const { data, accounts, difference } = await changed({ from_known_at, known_at: position, account: '5100' });
    expect(accounts).toHaveLength(1);
    expect(money(difference)).not.toBe(0n);
    expect(data.length).toBeGreaterThan(0);
    for (const line of data) {
      expect(line).toMatchObject({ kind: 'restatement', event_type: 'purchase.completed', event_kind: 'purchase' });
      expect(line).toMatchObject({
        position,
        actor_name: '1',
        document_kind: expect.stringMatching(/^(sale|sale_return)$/),
      });
      expect(BigInt(line.cause_position)).toBeLessThan(BigInt(position));
    }
  });

  it('has the reason of a reversed document, also for a party', async () => {
    const { data } = await changed({ from_known_at: '0', account: '4100' });
    const back = data.filter(({ kind }) => kind === 'reversal');
    expect(back.length).toBeGreaterThan(0);
    for (const line of back)
      expect(line).toMatchObject({ reason: 'wrong price', event_type: 'sale.returned_to_draft' });
    const party = `customer-${year.premises.customers[0]}`;
    const ofParty = await changed({ from_known_at: '0', party });
    expect(ofParty.data.every((line) => line.party === party)).toBe(true);
    expect(ofParty.after).toBe(ofParty.difference);
  });

  it('is nothing between a moment and itself', async () => {
    expect(await changed({ from_known_at: '100', known_at: '100' })).toMatchObject({
      accounts: [],
      data: [],
      total: 0,
    });
  });

  it('is not listed line by line without the permission to see cost', async () => {
    const role = { role_name: 'ledger', permissions: ['financial_reports/trial_balance'] };
    const given = { outlets: [...year.premises.outlets] };
    const clerk = personOf(2, { user_name: 'c', email: 'c@example.com', ...given }, role as never);
    await expect(changed({ from_known_at: '0' }, clerk)).rejects.toThrow(/forbidden|permission_missing/);
    await expect(changed({ from_known_at: '0', account: '5100' }, clerk)).rejects.toThrow(
      /forbidden|permission_missing/,
    );
    expect((await changed({ from_known_at: '0', account: '4100' }, clerk)).total).toBeGreaterThan(0);
  });
});
