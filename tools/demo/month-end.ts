/**
 * The accountant's month: salaries, commissions, depreciation, and the revaluation of foreign money on the last day.
 */
import { type Day, firstOfMonth } from './calendar.ts';
import { account } from './cash-accounts.ts';
import { namesOf, words } from './goods/words.ts';
import type { Habit, Trade } from './trade.ts';

const SALARIES: Readonly<Record<string, string>> = { Manager: '1500000', Accountant: '1200000' };

export const monthEnd = (assets: readonly number[], roleOf: (user: number) => string): Habit => {
  const kept = [...assets];
  return (trade, day) => {
    if (!day.isLastOfMonth) return [];
    return [
      // Commissions and revaluations are computed from the read models.
      { time: '22:05', run: trade.booksAreThere },
      { time: '22:10', run: () => paySalaries(trade, day, roleOf) },
      { time: '22:20', run: () => payCommissions(trade, day) },
      { time: '22:28', run: trade.booksAreThere },
      { time: '22:30', run: () => depreciate(trade, day, kept) },
      { time: '22:31', run: trade.booksAreThere },
      { time: '22:32', run: () => sellAsset(trade, day, kept) },
      { time: '22:34', run: trade.booksAreThere },
      { time: '22:35', run: () => payTax(trade, day) },
      { time: '22:40', run: () => revalue(trade, day) },
    ];
  };
};

async function paySalaries(
  { clerk, business, cashAccounts }: Trade,
  { date }: Day,
  roleOf: (user: number) => string,
): Promise<void> {
  const [head] = business.places;
  const lines = business.people.map(({ user_id }) => {
    return { user_fk: user_id, base_salary: SALARIES[roleOf(user_id)] ?? '750000' };
  });
  const total = lines.reduce((sum, { base_salary }) => sum + BigInt(base_salary), 0n);
  const body = { outlet_fk: head.outlet, from_date: firstOfMonth(date), to_date: date, date, lines };
  const id = await clerk.enter('payrolls', body, business.accountant);
  await clerk.act('payrolls', id, 'approve', {}, head.manager);
  await clerk.act('payrolls', id, 'pay_out', { date, time: '22:15', account_fk: business.bank }, business.accountant);
  cashAccounts.add(account(business.bank), -total);
}

/** Each salesman has sales by then. */
const FIRST_COMMISSION_DAY = 20;

async function payCommissions({ clerk, business }: Trade, { date, number }: Day): Promise<void> {
  if (number < FIRST_COMMISSION_DAY) return;
  const [head] = business.places;
  for (const salesman_fk of business.salesmen) {
    const body = { outlet_fk: head.outlet, salesman_fk, to_date: date, date };
    const id = await clerk.enter('salesman_commissions', body, business.accountant);
    await clerk.act('salesman_commissions', id, 'approve', {}, head.manager);
    await clerk.act(
      'salesman_commissions',
      id,
      'pay_out',
      { date, time: '22:25', account_fk: business.bank },
      business.accountant,
    );
  }
}

async function depreciate({ clerk, business }: Trade, { date }: Day, assets: readonly number[]): Promise<void> {
  if (assets.length === 0) return;
  const [head] = business.places;
  const lines = assets.map((asset_purchase_fk) => ({ asset_purchase_fk }));
  await clerk.enter('depreciations', { outlet_fk: head.outlet, date, lines }, business.accountant);
}

/** The generator is sold after about a quarter. */
const SOLD_AFTER_DAY = 80;

async function sellAsset(
  { clerk, business, cashAccounts }: Trade,
  { date, number }: Day,
  kept: number[],
): Promise<void> {
  if (number < SOLD_AFTER_DAY || kept.length < 3) return;
  const [head] = business.places;
  const asset_purchase_fk = kept.pop();
  const sold = {
    leaves_by: 'sale',
    amount: '2500000',
    currency_fk: 1,
    payment_type: 'cash',
    account_fk: business.bank,
  };
  const body = { outlet_fk: head.outlet, asset_purchase_fk, date, time: '22:32', ...sold };
  await clerk.enter('asset_sales', body, business.accountant);
  cashAccounts.add(account(business.bank), 2_500_000n);
}

/** A round payment of the month's tax; the excess remains an advance. */
async function payTax({ clerk, business, cashAccounts }: Trade, { date }: Day): Promise<void> {
  const [head] = business.places;
  const about = { outlet_fk: head.outlet, from_date: firstOfMonth(date), to_date: date, date, time: '22:35' };
  const paid = { amount: '20000', account_fk: business.bank, above_payable: 'advance' };
  await clerk.enter('tax_payments', { ...about, ...paid }, business.accountant, true);
  cashAccounts.add(account(business.bank), -20_000n);
}

/** For every outlet with foreign money or foreign receivables. */
export async function revalue({ clerk, business, rate }: Trade, { date }: Pick<Day, 'date'>): Promise<void> {
  for (const { outlet } of business.places) {
    const body = { outlet_fk: outlet, date, rate_fk: rate.id, status: 'posted' };
    await clerk.enter('revaluations', body, business.accountant);
  }
}

const FURNITURE = words('Furniture', 'أثاث', 'کەلوپەل');

/** A delivery van, shelves and a generator, on the first day. */
export async function buyAssets({ clerk, business, cashAccounts }: Trade, date: string): Promise<number[]> {
  const [head] = business.places;
  const bought: number[] = [];
  for (const [asset, type, amount, months] of [
    [
      words('Delivery van', 'سيارة التوصيل', 'ئۆتۆمبێلی گەیاندن'),
      words('Vehicle', 'مركبة', 'ئۆتۆمبێل'),
      '24000000',
      60,
    ],
    [words('Shelves of the Erbil shop', 'رفوف متجر أربيل', 'ڕەفەی فرۆشگای هەولێر'), FURNITURE, '6000000', 48],
    [words('Generator', 'مولّدة', 'موەلیدە'), words('Machine', 'آلة', 'ئامێر'), '3000000', 36],
  ] as const) {
    const asset_type_fk = await clerk.enter('asset_types', namesOf('asset_type_name', type));
    const fixed_asset_fk = await clerk.enter('fixed_assets', { ...namesOf('asset_name', asset), asset_type_fk });
    const about = { outlet_fk: head.outlet, fixed_asset_fk, date, time: '09:30', amount, currency_fk: 1 };
    const paid = { payment_type: 'cash', account_fk: business.bank, useful_life_months: months, status: 'complete' };
    bought.push(await clerk.enter('asset_purchases', { ...about, ...paid }, business.accountant));
    cashAccounts.add(account(business.bank), -BigInt(amount));
  }
  return bought;
}
