/**
 * Cases for an auditor: a closed year, an invoice that was entered five weeks late and changed known costs, and a mistyped
 * daily rate that a recalculation corrected later.
 */
import { join } from 'node:path';
import type { Commands } from '../../command-api/commands/open-commands.ts';
import { closeYearWork } from '../../command-api/jobs/close-year.ts';
import type { JobWork } from '../../command-api/jobs/queue.ts';
import { recalculateWork } from '../../command-api/jobs/recalculate.ts';
import type { ActorOf } from '../../command-api/jobs/started-by.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import { addDays, type Day } from './calendar.ts';
import { supplierDebt } from './cash-accounts.ts';
import { goodsAt } from './goods/goods.ts';
import { words, written } from './goods/words.ts';
import { type Habit, inDinars, type Trade } from './trade.ts';

interface ProgramPlace {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
}

/** Path of programs that are started, not imported. */
const PROJECTOR = join(import.meta.dirname, '..', '..', 'projector');

const context = { progress: async () => undefined, signal: new AbortController().signal };

/** The jobs of the demonstration have the owner as actor, without a session. */
const owner: ActorOf = async ({ user_id }) => ({
  user_id,
  can: () => true,
  hasOutlet: () => true,
  hasInventory: () => true,
  hasAllOutlets: true,
  hasRecentProof: true,
});

export async function closeYear(
  commands: Commands,
  place: ProgramPlace,
  { clerk, booksAreThere }: Trade,
  year: number,
): Promise<void> {
  const id = await clerk.enter('year_closes', { financial_year_fk: year, acknowledged: ['transit'] });
  await booksAreThere();
  const work = closeYearWork(commands, { ...place, program: join(PROJECTOR, 'closing', 'main.ts') }, owner);
  const result = await run<{ readonly outcome: string }>(work, { year_close_fk: id, user_id: SUPER_USER_ID });
  if (result.outcome !== 'closed') throw new Error(`the year was not closed: ${JSON.stringify(result)}`);
}

const LATE = { entered: 96, dated: 61 };

/** Goods that were sold for weeks before their purchase was entered. */
const BY_POST = words(
  'The bill came by post, weeks later',
  'وصلت القائمة بالبريد بعد أسابيع',
  'پسوولەکە چەند هەفتەیەک دواتر بە پۆست گەیشت',
);

export const lateInvoice: Habit = (trade, day) => {
  if (day.number !== LATE.entered) return [];
  const { business, clerk, shelfPlan, goods, cashAccounts } = trade;
  const [head] = business.places;
  const enter = async () => {
    const late = goods.filter((_, index) => index % 100 === 7).slice(0, 8);
    const supplier_fk = business.suppliers[8] ?? 0;
    const lines = late.map((one) => ({
      item_fk: one.item,
      unit_fk: one.box,
      quantity: '6',
      price: String((one.cost * BigInt(one.perBox) * 118n) / 100n),
    }));
    const date = addDays(day.date, LATE.dated - LATE.entered);
    const place = { outlet_fk: head.outlet, inventory_fk: business.warehouse, date, time: '08:00' };
    const about = { supplier_fk, ...inDinars, payment_type: 'on_account', note: written(head.storekeeper, BY_POST) };
    await clerk.enter('purchases', { ...place, ...about, lines, status: 'complete' }, head.storekeeper);
    for (const one of late) {
      shelfPlan.put(business.warehouse, one, 6 * one.perBox);
      cashAccounts.add(supplierDebt(supplier_fk, 'dinars'), (one.cost * BigInt(one.perBox) * 118n * 6n) / 100n);
    }
  };
  return [{ time: '15:20', run: enter }];
};

const DIGITS = words(
  'Two digits were in the wrong order',
  'رقمان كُتبا بترتيب معكوس',
  'دوو ژمارە بە پێچەوانە نووسرابوون',
);
const WRONG_DAY = 110;
const FOUND_DAY = 118;

/** One day's rate has two digits swapped; a week later this is noticed. */
export function wrongRate(commands: Commands, place: ProgramPlace): Habit {
  let wrong = 0;
  return (trade, day) => {
    if (day.number === WRONG_DAY) {
      const type = async () => {
        wrong = await useWrongRate(trade, day);
      };
      return [{ time: '07:10', run: type }];
    }
    if (day.number !== FOUND_DAY) return [];
    return [{ time: '23:10', run: () => correct(commands, place, trade, day, wrong) }];
  };
}

async function useWrongRate(trade: Trade, { date }: Day): Promise<number> {
  const { clerk, business, rate, goods, shelfPlan } = trade;
  const [head] = business.places;
  const [a = '1', b = '4', c = '9', d = '0'] = rate.rate;
  const typed = `${a}${c}${b}${d}`;
  // The person confirms the unusual rate without checking it.
  const typedRate = { date, time: '07:05', rate: typed, in_rate: typed };
  const wrong = await clerk.enter('currency_rates', typedRate, undefined, true);
  const [one] = goodsAt(goods, 444);
  if (!one) return wrong;
  await clerk.enter(
    'purchases',
    {
      outlet_fk: head.outlet,
      inventory_fk: business.warehouse,
      date,
      time: '07:20',
      supplier_fk: business.suppliers[2],
      payment_type: 'on_account',
      currency_fk: 2,
      rate_fk: wrong,
      rate: typed,
      lines: [{ item_fk: one.item, unit_fk: one.box, quantity: '5', price: '18.40' }],
      status: 'complete',
    },
    head.storekeeper,
  );
  shelfPlan.put(business.warehouse, one, 5 * one.perBox);
  // The right rate is entered before the shops open: sales at it would differ too much from the rate in force. Only
  // the purchase keeps the wrong rate until it is found.
  const right = { date, time: '07:30', rate: rate.rate, in_rate: rate.inRate };
  trade.rate = { ...rate, id: await clerk.enter('currency_rates', right, undefined, true) };
  return wrong;
}

async function correct(commands: Commands, place: ProgramPlace, trade: Trade, day: Day, wrong: number): Promise<void> {
  await trade.booksAreThere();
  const date = addDays(day.date, WRONG_DAY - FOUND_DAY);
  const requested = {
    date,
    rate_fk: wrong,
    to_rate_fk: trade.rate.id,
    note: written(trade.business.accountant, DIGITS),
  };
  const recalculation_fk = await trade.clerk.enter('recalculations', requested, trade.business.accountant, true);
  await trade.booksAreThere();
  const work = recalculateWork(commands, { ...place, program: join(PROJECTOR, 'recalculation', 'main.ts') }, owner);
  const of = { recalculation_fk, user_id: trade.business.accountant.user_id };
  const { plan } = await run<{ readonly plan: object }>(work, of);
  const { committed } = await run<{ readonly committed: boolean }>(work, { ...of, plan });
  if (!committed) throw new Error('the recalculation was not committed');
}

async function run<Result>(work: JobWork, data: object): Promise<Result> {
  return (await work(data, context)) as Result;
}
