/**
 * `npm run demo`: enters a demonstration into an empty database through the commands that the browser uses: three
 * outlets, 1,200 items, 180 days of trade. The same seed and the same last day produce the same books. After an
 * interruption it continues where it stopped. `--one-by-one` appends each command alone, for comparisons.
 */

import { eventStoreUrlOf } from '../../event-store/opening/open.ts';
import { closeYear, lateInvoice, wrongRate } from './auditor.ts';
import { openBusiness } from './business.ts';
import { addDays } from './calendar.ts';
import { CashAccounts } from './cash-accounts.ts';
import { Chance } from './chance.ts';
import { Clerk } from './clerk.ts';
import { DemoClock, demoState, finishDemo } from './clock.ts';
import { container } from './container.ts';
import { registerGoods } from './goods/goods.ts';
import { stockingShelves } from './goods/phones.ts';
import { hangSlides } from './goods/slider-images.ts';
import { newRate, tradeThrough } from './half-year.ts';
import { lastEvening } from './last-evening.ts';
import { buyAssets, monthEnd, revalue } from './month-end.ts';
import { appOrders, phoneOrders } from './online-orders.ts';
import { type Entering, openEntering } from './open-entering.ts';
import { enterOpening } from './opening.ts';
import { Progress } from './progress.ts';
import { firstMomentOf } from './set-up.ts';
import { ShelfPlan } from './shelf-plan.ts';
import { openShopDoor, type ShopDoor } from './shop-door.ts';
import { openShopWindow, promoting, repricing } from './shop-window.ts';
import { giveSignIns } from './sign-ins.ts';
import { sellingAtTills } from './tills/at-tills.ts';
import { registerByWeight } from './tills/by-weight.ts';
import { enrolTills, type Tills } from './tills/till-devices.ts';
import { setUpTills } from './tills/till-settings.ts';
import type { Trade } from './trade.ts';
import { making, registerRecipes } from './warehouse.ts';

const OPENING_RATE = 1_450;
/** Created at the first start; its year is that of the set-up. */
const FIRST_YEAR = 1;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<number> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = process.env;
  const eventStoreUrl = eventStoreUrlOf(process.env);
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run demo` sets it');
  const place = { databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) };
  let clock: DemoClock | undefined;
  let tills: Tills | undefined;
  let door: ShopDoor | undefined;
  const pictures = dataDir ? { dataDir } : {};
  const now = () => clock?.now() ?? new Date();
  const oneByOne = process.argv.includes('--one-by-one');
  const commands = await openEntering({ ...place, ...pictures, now, oneByOne });
  try {
    const state = await demoState(commands.pool);
    if (!state) throw new Error('`npm run demo` prepares the database');
    const setUp = firstMomentOf(state.until, state.days);
    clock = new DemoClock(setUp.moment);
    const began = performance.now();
    const progress = new Progress(process.stdout);
    const clerk = new Clerk(commands);
    const chance = new Chance(state.seed);
    const business = await openBusiness(clerk, chance);
    const range = await registerGoods(commands, clerk, chance, state.brands, progress);
    const byWeight = await registerByWeight(commands, clerk);
    await setUpTills(clerk, range, byWeight);
    const rate = await newRate({ clerk }, `${setUp.year}-12-01`, OPENING_RATE);
    tills = await enrolTills({ commands, clerk, business, seed: state.seed, databaseUrl, now });
    const about = { tills, clerk, clock, chance, business, goods: range.goods, rate };
    const trade: Trade = {
      ...about,
      cashAccounts: new CashAccounts(),
      shelfPlan: new ShelfPlan(range.goods),
      medicines: [],
      phones: [],
      byWeight,
      booksAreThere: commands.booksAreThere,
    };
    const assets = await firstYear(commands, place, trade, setUp.year, state.until);
    const window = await openShopWindow(trade);
    await hangSlides(commands, clerk, state.seed, window.sections);
    door = await openShopDoor({ commands, databaseUrl, seed: state.seed });
    const ordering = { door, window, until: state.until };
    const roleOf = (user: number) => (business.accountant.user_id === user ? 'Accountant' : 'Staff');
    const further = [
      lateInvoice,
      wrongRate(commands, place),
      container(),
      making(await registerRecipes(commands, trade)),
      sellingAtTills(state.until),
      promoting(),
      repricing,
      monthEnd(assets, roleOf),
      lastEvening(state.until),
      stockingShelves(commands, state.until),
      byWeight.buying,
      appOrders(ordering),
      phoneOrders(ordering),
    ];
    await tradeThrough(trade, { ...state, further, progress });
    await trade.booksAreThere();
    await tills.stored();
    await finishDemo(commands.pool);
    progress.finished();
    for (const line of await giveSignIns(commands, business)) say(`  ${line}`);
    say(`  Customers of the application sign in with their mobile and the password ${door.password}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    say(`  The half-year until ${state.until} was entered with ${clerk.sent} commands in ${seconds} s.`);
    return 0;
  } finally {
    await door?.close();
    await tills?.close();
    await commands.close();
  }
}

async function firstYear(
  commands: Entering,
  place: { readonly databaseUrl: string },
  trade: Trade,
  setUpYear: number,
  until: string,
): Promise<number[]> {
  const { clerk, clock } = trade;
  const lastYear = Number(addDays(until, 1).slice(0, 4));
  for (let year = setUpYear + 1; year <= lastYear; year += 1) {
    const body = { year_name: String(year), start_date: `${year}-01-01`, end_date: `${year}-12-31` };
    await clerk.enter('financial_years', body);
  }
  await enterOpening(trade, FIRST_YEAR, setUpYear);
  clock.setTo(`${setUpYear}-12-20`, '09:30');
  const assets = await buyAssets(trade, `${setUpYear}-12-20`);
  clock.setTo(`${setUpYear}-12-31`, '18:00');
  await trade.booksAreThere();
  await revalue(trade, { date: `${setUpYear}-12-31` });
  clock.setTo(`${setUpYear + 1}-01-05`, '10:00');
  await closeYear(commands, place, trade, FIRST_YEAR);
  return assets;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    // Not behind the progress, in its line.
    const before = process.stdout.isTTY ? '\n' : '';
    process.stderr.write(`${before}${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
