/**
 * Loads the demonstration into an empty business while it is in use: the program of the job that the owner starts from
 * the home page (`command-api/jobs/demonstration.ts`). Its trade is that of `npm run demo`, limited to the last weeks
 * within the first financial year; the log records it at the time of entry. Started again, it continues where it
 * stopped.
 */
import { openCommands } from '../../../command-api/commands/open-commands.ts';
import { shopZone } from '../../../command-api/handling/shop-zone.ts';
import { recordStateOf } from '../../../domain/records/record.ts';
import { eventStoreUrlOf } from '../../../event-store/opening/open.ts';
import { surviveBrokenConnections } from '../../../identity/machine/broken-connections.ts';
import { unavailable } from '../../../identity/unavailable.ts';
import { openBusiness } from '../business.ts';
import { addDays, daysBetween, firstOfMonth } from '../calendar.ts';
import { CashAccounts } from '../cash-accounts.ts';
import { Chance } from '../chance.ts';
import { Clerk } from '../clerk.ts';
import { DemoClock } from '../clock.ts';
import { registerGoods } from '../goods/goods.ts';
import { hangSlides } from '../goods/slider-images.ts';
import { newRate, tradeThrough } from '../half-year.ts';
import { lastEvening } from '../last-evening.ts';
import { buyAssets, monthEnd } from '../month-end.ts';
import { appOrders, phoneOrders } from '../online-orders.ts';
import { enterOpening } from '../opening.ts';
import { ShelfPlan } from '../shelf-plan.ts';
import { openShopDoor, type ShopDoor } from '../shop-door.ts';
import { openShopWindow, promoting, repricing } from '../shop-window.ts';
import { sellingAtTills } from '../tills/at-tills.ts';
import { registerByWeight } from '../tills/by-weight.ts';
import { enrolTills, type Tills } from '../tills/till-devices.ts';
import { setUpTills } from '../tills/till-settings.ts';
import type { Trade } from '../trade.ts';
import { untilBooksAreThere } from '../until-books.ts';
import { making, registerRecipes } from '../warehouse.ts';

const SEED = 1;
const FIRST_YEAR = 1;
const OPENING_RATE = 1_450;
/** Days for the set-up before the first month of trade. */
const SET_UP_DAYS = 3;
/** EX_TEMPFAIL of sysexits.h: the database, the log or the disk did not answer, and the job runs the program again. */
const UNAVAILABLE_EXIT_CODE = 75;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `until`: the last day of trade, `YYYY-MM-DD`. */
async function load(until: string, wanted: number, dataDir: string | undefined): Promise<void> {
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; the job sets it');
  let clock: DemoClock | undefined;
  let tills: Tills | undefined;
  let door: ShopDoor | undefined;
  const now = () => clock?.now() ?? new Date();
  const eventStoreUrl = eventStoreUrlOf(process.env);
  const place = { databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}), ...(dataDir ? { dataDir } : {}) };
  const commands = await openCommands({ ...place, clock: now });
  surviveBrokenConnections(commands.pool, 'commands');
  try {
    // The people of the demonstration work by the clock of the shop.
    process.env['TZ'] = await shopZone(commands.handler.states);
    const clerk = new Clerk(commands);
    const chance = new Chance(SEED);
    const { setUp, days, buysAssets } = planOf(until, wanted, await yearStartOf(commands));
    clock = new DemoClock(`${setUp}T08:00:00`);
    const business = await openBusiness(clerk, chance);
    const range = await registerGoods(commands, clerk, chance);
    const byWeight = await registerByWeight(commands, clerk);
    await setUpTills(clerk, range, byWeight);
    const rate = await newRate({ clerk }, setUp, OPENING_RATE);
    tills = await enrolTills({ commands, clerk, business, seed: SEED, databaseUrl, now });
    const about = { clerk, clock, chance, business, goods: range.goods, rate, tills };
    const trade: Trade = {
      ...about,
      cashAccounts: new CashAccounts(),
      shelfPlan: new ShelfPlan(range.goods),
      medicines: [],
      phones: [],
      byWeight,
      booksAreThere: async () => void (await untilBooksAreThere(commands)),
    };
    await enterOpening(trade, FIRST_YEAR, Number(setUp.slice(0, 4)));
    if (buysAssets) clock.setTo(addDays(setUp, 1), '09:30');
    const assets = buysAssets ? await buyAssets(trade, addDays(setUp, 1)) : [];
    const window = await openShopWindow(trade);
    await hangSlides(commands, clerk, SEED, window.sections);
    door = await openShopDoor({ commands, databaseUrl, seed: SEED });
    const ordering = { door, window, until };
    const roleOf = (user: number) => (business.accountant.user_id === user ? 'Accountant' : 'Staff');
    const further = [making(await registerRecipes(commands, trade)), promoting(), repricing, monthEnd(assets, roleOf)];
    const counted = (_: unknown, day: { readonly number: number }) => {
      say(`${day.number + 1} of ${days}`);
      return [];
    };
    await tradeThrough(trade, {
      until,
      days,
      further: [
        ...further,
        byWeight.buying,
        sellingAtTills(until),
        lastEvening(until),
        appOrders(ordering),
        phoneOrders(ordering),
        counted,
      ],
    });
    await trade.booksAreThere();
  } finally {
    await door?.close();
    await tills?.close();
    await commands.close();
  }
}

interface Plan {
  /** Day of the set-up; the opening balances count on the day before its year. */
  readonly setUp: string;
  readonly days: number;
  /** Whether assets are bought: in the month before trade starts, so that trade includes their depreciation. */
  readonly buysAssets: boolean;
}

/** The plan stays within the first year: in its first weeks the trade is shorter, and no assets are bought. */
function planOf(until: string, days: number, yearStart: string): Plan {
  const setUp = addDays(firstOfMonth(addDays(until, 1 - days)), -SET_UP_DAYS);
  if (setUp >= yearStart) return { setUp, days, buysAssets: true };
  return { setUp: yearStart, days: Math.min(days, daysBetween(yearStart, until) + 1), buysAssets: false };
}

async function yearStartOf({ handler }: Awaited<ReturnType<typeof openCommands>>): Promise<string> {
  const stream = `financial_year-${FIRST_YEAR}`;
  const year = recordStateOf((await handler.states.read([stream])).get(stream)?.state);
  if (year.status !== 'active') throw new Error('the business has no financial year');
  return String(year.data['start_date']);
}

const [until = '', wanted = '', dataDir] = process.argv.slice(2);
load(until, Number(wanted), dataDir).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(unavailable(error) === undefined ? 1 : UNAVAILABLE_EXIT_CODE);
  },
);
