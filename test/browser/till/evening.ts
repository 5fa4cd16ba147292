/**
 * The comparisons in the evening: the entries of the device, its papers, the receipts and drawers of the office, the
 * books and the stock.
 */
import pg from 'pg';
import { expect } from 'vitest';
import { currentBuild } from '../../../projector/builds/build.ts';
import { checkAcross } from '../../../projector/verify/across.ts';
import { checkClaims } from '../../../projector/verify/claims.ts';
import { booksOf } from '../stock-books.ts';
import { type AtTill, grouped, type Remembered } from './at-till.ts';
import { STOCKED, type TradingShop } from './trading-shop.ts';

/** `sold` are the sales that the test remembers, in any order. */
export async function allAgrees(shop: TradingShop, till: AtTill, sold: readonly Remembered[]): Promise<void> {
  await onDevice(till, sold);
  const receipts = await listed(shop, 'pos_sales?per_page=100');
  expect(receipts.map(({ number, total }) => [number, Number(total)]).toSorted()).toEqual(
    sold.map(({ number, total }) => [number, total]).toSorted(),
  );
  const books = booksOf(shop.office);
  const worth = sold.reduce((sum, { total }) => sum + total, 0);
  await expect.poll(async () => (await books.balances())['sales']).toBe(String(-worth));
  for (const { name } of shop.goods) {
    const gone = sold.reduce((sum, { pieces }) => sum + (pieces[name] ?? 0), 0);
    const left = STOCKED.pieces - gone;
    await expect
      .poll(async () => [name, await books.stock(name)])
      .toEqual([name, { Main: `${left} = ${left * STOCKED.cost}` }]);
  }
  expect(await findings(shop)).toEqual([]);
}

/** One chain without a gap, nothing to be reviewed, and the right paper for each sale. */
async function onDevice(till: AtTill, sold: readonly Remembered[]): Promise<void> {
  const written = await till.written();
  expect(written.map(({ entry }) => entry.sequence)).toEqual(written.map((_, index) => index + 1));
  const reviewed = written.flatMap(({ number, answer }) =>
    (answer?.review ?? []).map((broken) => ({ number, broken })),
  );
  expect(reviewed).toEqual([]);
  for (const { number, total } of sold) {
    const paper = written.find((kept) => kept.number === number)?.paper ?? '';
    expect([number, paper.includes(number), paper.includes(grouped(total))]).toEqual([number, true, true]);
  }
}

export async function listed(shop: TradingShop, path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { data } = (await shop.office.api('GET', path)) as { data: { data: Readonly<Record<string, unknown>>[] } };
  return data.data;
}

/** The findings of `verify` between the tables of the read models, and between them and the claims. */
async function findings({ databaseUrl }: TradingShop): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const build = await currentBuild(client);
    const schema = build?.schema ?? '';
    const answers = [...(await checkAcross(client, schema)), ...(await checkClaims(client, schema))];
    return answers.flatMap((answer) => answer.findings);
  } finally {
    await client.end();
  }
}
