/**
 * Sales settings for customers: groups, the mobile application and its customers, taxes, and promotions of the year.
 */
import { defined } from '../../domain/values/defined.ts';
import { addDays, type Day } from './calendar.ts';
import { account } from './cash-accounts.ts';
import { goodsAt } from './goods/goods.ts';
import { nameOf } from './goods/people-words.ts';
import { namesOf, words } from './goods/words.ts';
import { type Act, at, type Habit, inDinars, pieces, type Trade, timeBetween } from './trade.ts';

const ONLINE_CUSTOMERS = 24;
/** The smallest order of the application, and the one from which on delivery is free, in dinars. */
export const LEAST = 5_000n;
export const FREE_FROM = 150_000n;
const SALES_TAX = words('Sales tax 5 %', 'ضريبة المبيعات ٥٪', 'باجی فرۆشتن ٥٪');
const MUNICIPAL_FEE = words('Municipal fee 2 %', 'رسم البلدية ٢٪', 'ڕسومی شارەوانی ٢٪');

const HOTELS = words('Hotels and restaurants', 'فنادق ومطاعم', 'هوتێل و چێشتخانە');
const GROUPS = [words('Retail', 'مفرد', 'تاکفرۆش'), words('Wholesale', 'جملة', 'کۆفرۆش'), HOTELS];
/** Zones of the first city: the delivery charge in dinars, and the minutes to the customer. */
const ZONES = [
  [words('City centre', 'مركز المدينة', 'ناوەندی شار'), '2000', 30],
  [words('Ankawa', 'عنكاوا', 'عەنکاوە'), '3000', 45],
  [words('Outskirts', 'أطراف المدينة', 'دەوروبەری شار'), '5000', 75],
] as const;
const STREET = words('Sixty Metre Road', 'شارع الستين', 'شەقامی شەست مەتری');
export const HOME = words('Home', 'البيت', 'ماڵەوە');
/** An account has one name, in its bookkeeper's language. */
const DEPOSIT = 'بارمتەی لای خاوەن موڵک';
const SUMMER = words('Twelve and one free, summer', 'اثنتا عشرة وواحدة مجانًا، الصيف', 'دوازدە و یەکێک بەخۆڕایی، هاوین');
const AUTUMN = words(
  'Twelve and one free, autumn',
  'اثنتا عشرة وواحدة مجانًا، الخريف',
  'دوازدە و یەکێک بەخۆڕایی، پاییز',
);

export interface Zone {
  readonly id: number;
  /** In dinars. */
  readonly charge: bigint;
}

export interface KnownCustomer {
  readonly id: number;
  /** Their orders are in the account of a customer, who may pay before the delivery. */
  readonly hasAccount: boolean;
}

export interface ShopWindow {
  readonly sections: readonly number[];
  readonly zones: readonly Zone[];
  /** Online customers whom the shop entered itself. */
  readonly known: readonly KnownCustomer[];
}

export async function openShopWindow({ clerk, business, goods }: Trade): Promise<ShopWindow> {
  const groups: number[] = [];
  for (const group of GROUPS) groups.push(await clerk.enter('customer_groups', namesOf('customer_group_name', group)));
  for (const [index, customer] of business.customers.slice(0, 60).entries()) {
    await clerk.change('customers', customer, { customer_group_fk: groups[index % groups.length] });
  }
  await clerk.enter('taxes', { ...namesOf('tax_name', SALES_TAX), percentage: '5', recoverable: true });
  await clerk.enter('taxes', { ...namesOf('tax_name', MUNICIPAL_FEE), percentage: '2', recoverable: false });
  const known: KnownCustomer[] = [];
  for (let number = 0; number < ONLINE_CUSTOMERS; number += 1) {
    const { own, language } = nameOf(number + 30);
    const address = `${STREET[language]} ${20 + number * 3}`;
    const hasAccount = number % 2 === 0;
    const one = {
      consumer_name: own,
      mobile: `0771300${1000 + number * 13}`,
      addresses: [{ label: HOME[language], address, is_default: true }],
      ...(hasAccount ? { customer_fk: business.customers[number] } : {}),
    };
    known.push({ id: await clerk.enter('online_customers', one), hasAccount });
  }
  const zones: Zone[] = [];
  for (const [zone, delivery_charge, delivery_minutes] of ZONES) {
    const id = await clerk.enter('delivery_zones', {
      ...namesOf('zone_name', zone),
      delivery_charge,
      delivery_minutes,
    });
    zones.push({ id, charge: BigInt(delivery_charge) });
  }
  const sections: number[] = [];
  for (const [title, title_ar, title_ckb, first] of [
    ['For breakfast', 'للفطور', 'بۆ نانی بەیانی', 400],
    ['Tea time', 'وقت الشاي', 'کاتی چا', 300],
    ['Back to school', 'العودة إلى المدرسة', 'گەڕانەوە بۆ قوتابخانە', 1000],
  ] as const) {
    const items = goodsAt(goods, first, 12).map(({ item }) => item);
    sections.push(await clerk.enter('mobile_sections', { title, title_ar, title_ckb, items }));
  }
  await clerk.enter('pricing_profiles', {
    ...namesOf('profile_name', HOTELS),
    status: 'active',
    apply_on: 'all_items',
    discount_percentage: '3',
  });
  await clerk.enter('ledger_accounts', { account_name: DEPOSIT, heading: 'assets' });
  const [{ outlet, inventory, safe }] = business.places;
  await clerk.change('app_settings', 1, {
    outlet_fk: outlet,
    inventory_fk: inventory,
    account_fk: safe,
    opens_at: '09:00',
    closes_at: '22:00',
    minimum_order_amount: String(LEAST),
    delivery_charge: '3000',
    free_delivery_amount: String(FREE_FROM),
    phone: '0750 100 2000',
    section_arrangement: sections,
  });
  return { sections, zones, known };
}

const REPRICED_DAY = 40;

/** Heaters get new prices before the winter; price lists post nothing. */
export const repricing: Habit = ({ clerk, business, goods }, day) => {
  if (day.number !== REPRICED_DAY) return [];
  const reprice = async () => {
    const lines = goods.slice(-20).map(({ item, unit, price }) => ({
      item_fk: item,
      unit_fk: unit,
      new_price: String(price + 1_000n),
    }));
    const rule = { price_method: 'amount', method_value: '1000' };
    await clerk.enter(
      'item_pricings',
      { date: day.date, ...rule, lines, status: 'active' },
      business.places[0].manager,
    );
  };
  return [{ time: '08:20', run: reprice }];
};

/** Promotion "twelve pieces and one free", for a month, twice in the half-year. */
const STARTS = [20, 100];
const LASTS_DAYS = 30;
const BOUGHT = 12;

export const promoting = (): Habit => {
  let promotion = 0;
  return (trade, day) => {
    if (STARTS.includes(day.number)) {
      const start = async () => {
        promotion = await announce(trade, day);
      };
      return [{ time: '08:15', run: start }];
    }
    const isOn = STARTS.some((first) => day.number > first && day.number < first + LASTS_DAYS);
    if (!isOn || day.isFriday || day.number % 2 !== 0) return [];
    const time = timeBetween(trade.chance, 10, 18);
    return [{ time, run: () => sellPromoted(trade, day, time, promotion) } satisfies Act];
  };
};

const promoted = ({ goods }: Trade) => defined(goodsAt(goods, 520)[0]);

async function announce(trade: Trade, { date, number }: Day): Promise<number> {
  const one = promoted(trade);
  const of = (quantity: string) => [{ item_fk: one.item, unit_fk: one.unit, quantity }];
  return trade.clerk.enter('promotions', {
    ...namesOf('title', number === STARTS[0] ? SUMMER : AUTUMN),
    status: 'active',
    start_date: date,
    end_date: addDays(date, LASTS_DAYS),
    reward_type: 'get_free',
    items: of(String(BOUGHT)),
    reward_items: of('1'),
  });
}

async function sellPromoted(trade: Trade, day: Day, time: string, promotion: number): Promise<void> {
  const { business, clerk, shelfPlan, cashAccounts } = trade;
  const place = trade.chance.pick(business.places);
  const goods = promoted(trade);
  if (shelfPlan.on(place.inventory, goods) < BOUGHT + 1) return;
  shelfPlan.put(place.inventory, goods, -BOUGHT - 1);
  const line = { ...pieces({ goods, count: BOUGHT }), bonus_quantity: '1', promotion_fk: promotion };
  await clerk.enter(
    'sales',
    {
      ...at(place, day, time),
      ...inDinars,
      payment_type: 'cash',
      account_fk: place.safe,
      lines: [line],
      status: 'complete',
    },
    place.clerk,
  );
  cashAccounts.add(account(place.safe), goods.price * BigInt(BOUGHT));
}
