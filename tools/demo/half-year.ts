/** The half-year of the demonstration, day by day: the acts of all habits in order of time. */
import { buying, orderingAbroad, payingSuppliers } from './buying.ts';
import { type Day, daysUntil } from './calendar.ts';
import { banking, monthly, owning, spending } from './money.ts';
import type { Progress } from './progress.ts';
import { collecting, quoting, selling } from './selling.ts';
import { settlingTheApp } from './tills/till.ts';
import type { Act, Habit, Rate, Trade } from './trade.ts';
import { counting, countingTogether, losing, restocking } from './warehouse.ts';

const HABITS: readonly Habit[] = [
  restocking,
  buying,
  orderingAbroad,
  selling,
  quoting,
  collecting,
  payingSuppliers,
  spending,
  monthly,
  owning,
  counting,
  countingTogether,
  losing,
  settlingTheApp,
  banking,
];

const RATE_OF_FIRST_WEEK = 1_470;

export interface HalfYear {
  readonly until: string;
  readonly days: number;
  /** Habits that depend on the set-up of the demonstration. */
  readonly further: readonly Habit[];
  readonly progress?: Pick<Progress, 'traded'>;
}

export async function tradeThrough(trade: Trade, { until, days, further, progress }: HalfYear): Promise<void> {
  let drift = 0;
  for (const day of daysUntil(until, days)) {
    if (day.number % 7 === 0) {
      drift += trade.chance.between(-9, 11);
      trade.clock.setTo(day.date, '06:45');
      trade.rate = await newRate(trade, day.date, RATE_OF_FIRST_WEEK + drift);
    }
    await spend(trade, day, further);
    progress?.traded(day.number + 1, days);
  }
}

async function spend(trade: Trade, day: Day, further: readonly Habit[]): Promise<void> {
  const acts = [...HABITS, ...further].flatMap((habit) => habit(trade, day));
  // Acts of the same minute keep their order.
  const inOrder = acts.map((act, order) => ({ act, order })).sort((a, b) => before(a.act, b.act) || a.order - b.order);
  for (const { act } of inOrder) {
    trade.clock.setTo(day.date, act.time);
    await act.run();
  }
}

const before = (a: Act, b: Act): number => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0);

/** Dinars for a dollar; the in rate is a little lower than the out rate. */
export async function newRate({ clerk }: Pick<Trade, 'clerk'>, date: string, dinars: number): Promise<Rate> {
  const [rate, inRate] = [String(dinars), String(dinars - 10)];
  return { id: await clerk.enter('currency_rates', { date, rate, in_rate: inRate }), rate, inRate };
}
