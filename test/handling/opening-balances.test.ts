/** Opening balances follow the days of the first year, and do not change the books of a closed year before it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandStore } from '../../event-store/port.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import { batchWith, date } from '../store-contract/batches.ts';
import { type Command, inSeries, NOW, openStore } from './interleaving.ts';

const BODY = {
  outlet_fk: 1,
  financial_year_fk: 1,
  cashes: [{ account_fk: 1, amount: '5000' }],
  accounts: [{ account: 'capital', amount: '-5000' }],
};
const CLOSED = 'financial_year_fk closed_period';

let store: CommandStore;
let shop: Shop;
let id: number;
beforeEach(async () => {
  store = openStore();
  shop = new Shop(store, { now: NOW });
  await openPremises(shop, false);
  id = (await shop.enter('opening_balance', BODY))?.id ?? 0;
});

const run = async (transition: string) => {
  const command: Command = { name: transition, kind: 'opening_balance', id, transition, body: { reason: 'x' } };
  return (await inSeries(store, [command]))[0]?.answer;
};
const finishedDays = async () => {
  const events = (await store.readStreams([{ stream: `opening_balance-${id}`, after: -1 }])).get(
    `opening_balance-${id}`,
  );
  return events?.at(-1)?.data;
};

describe('opening balances', () => {
  it('count before the first year as it was changed since they were saved', async () => {
    const days = { start_date: '2026-01-15', end_date: '2026-12-31' };
    expect(await shop.amend('financial_year', 1, days)).toBeDefined();
    expect(await run('finish')).toBe('stored');
    expect(await finishedDays()).toMatchObject({ first_day: '2026-01-15', date: '2026-01-14' });
  });

  it('are neither finished nor reopened in a closed year before the first one', async () => {
    const [from, to] = [date('2025-01-01'), date('2025-12-31')];
    await shop.register('financial_year', { year_name: '2025', start_date: from, end_date: to });
    expect([await run('finish'), await run('reopen')]).toEqual(['stored', 'stored']);
    const closed = (status: 'open' | 'closed') =>
      store.append(batchWith({ kind: 'period_change', from, to, status, field: 'year' }));
    await closed('closed');
    expect(await run('finish')).toBe(CLOSED);
    await closed('open');
    expect(await run('finish')).toBe('stored');
    await closed('closed');
    expect(await run('reopen')).toBe(CLOSED);
  });
});
