/** Concurrent requests: one key from 32 clients, 200 buyers of the last unit, 200 payments of the last dinar. */
import { randomUUID } from 'node:crypto';
import { mustHold, scaled } from '../measure.ts';
import { type Business, buyGoods, paymentOut, saleOf } from './business.ts';
import { STOCK } from './load.ts';
import type { Ordeal } from './ordeal.ts';

const SAME_KEY = 32;
const KEYS = 50;
const RIVALS = 200;

export const duplicates: Ordeal = {
  name: 'duplicates',
  about: `${KEYS} sales, each sent by ${SAME_KEY} clients at once with one key`,
  async run({ business, size }) {
    const goods = await buyGoods(business, 'Duplicates', String(STOCK));
    const keys = scaled(KEYS, size, 2);
    for (let count = 0; count < keys; count += 1) {
      const key = randomUUID();
      const answers = await atOnce(SAME_KEY, () => business.entered('sales', saleOf(goods), key));
      const named = new Set(answers.map(({ status, body }) => `${status} ${body.data?.['id']}`));
      mustHold(named.size === 1, `one key was answered with ${[...named].join(', ')}`);
    }
    const there = await countOf(business, 'sale.completed', goods.item);
    mustHold(there === keys, `${keys} keys made ${there} sales`);
    return [
      { name: 'sent', value: `${keys * SAME_KEY} times` },
      { name: 'stored', value: `${there}, one for each key` },
    ];
  },
};

export const lastUnit: Ordeal = {
  name: 'last-unit',
  about: `${RIVALS} buyers of the last unit, and ${RIVALS} payments of the last dinar`,
  async run({ business, size }) {
    const rivals = scaled(RIVALS, size, 20);
    const goods = await buyGoods(business, 'Last unit', '1');
    const bought = await atOnce(rivals, () => business.entered('sales', saleOf(goods)));
    const sold = bought.filter(({ status }) => status === 201).length;
    mustHold(sold === 1, `the last unit was sold ${sold} times`);
    mustHold(
      bought.every(({ status }) => status === 201 || status === 422),
      'a buyer had another answer',
    );

    const account = { cash_type: 1, currency_fk: 1, allow_overdraft: false };
    const from = await business.add('cashes', { account_name: 'One dinar', ...account });
    const to = await business.add('cashes', { account_name: 'Payments', ...account });
    await business.add('cash_transactions', paymentOut(1, from, '1'));
    const paid = await atOnce(rivals, () => business.entered('cash_transactions', paymentOut(from, to, '1')));
    const stored = paid.filter(({ status }) => status === 201).length;
    mustHold(stored === 1, `the last dinar was paid ${stored} times`);
    return [
      { name: 'last unit', value: `sold once to ${rivals} buyers` },
      { name: 'last dinar', value: `paid once of ${rivals} payments` },
    ];
  },
};

const atOnce = <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, work));

async function countOf(business: Business, type: string, item: number): Promise<number> {
  const { count } = await business.row<{ count: number }>(
    `select count(*)::int as count from log.event where type = $1 and data #>> '{lines,0,item_fk}' = $2`,
    [type, String(item)],
  );
  return count;
}
