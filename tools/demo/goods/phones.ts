/**
 * A shelf of telephones: each piece has its IMEI and a warranty. One was sold at a till. Two were sold to customers and came
 * back with a fault: one is with the supplier, and for the other one its customer got another piece.
 */
import type { Commands } from '../../../command-api/commands/open-commands.ts';
import type { Place } from '../business.ts';
import { type Day, lastOpenDay } from '../calendar.ts';
import { stockingMedicines } from '../pharmacy.ts';
import { phoneCode } from '../tills/codes.ts';
import { at, type Habit, inDinars, type Trade } from '../trade.ts';
import type { Goods } from './goods.ts';
import { pictureOf } from './item-pictures.ts';
import { namesOf, type Words, words } from './words.ts';

const PIECE = 1;
const SHELF = words('Telephones', 'هواتف', 'مۆبایل');

interface Phone extends Words {
  readonly cost: number;
  readonly price: number;
  readonly imeis: readonly string[];
}

const PHONES: readonly Phone[] = [
  {
    ...words('Phone Nova 128 GB', 'هاتف نوفا 128 غيغابايت', 'مۆبایلی نۆڤا 128 گێگابایت'),
    cost: 310_000,
    price: 375_000,
    imeis: ['356938035643809', '356938035643817', '356938035643825', '356938035643833'],
  },
  {
    ...words('Phone Zagros 256 GB', 'هاتف زاغروس 256 غيغابايت', 'مۆبایلی زاگرۆس 256 گێگابایت'),
    cost: 520_000,
    price: 610_000,
    imeis: ['490154203237518', '490154203237526', '490154203237534'],
  },
];
const WARRANTY_MONTHS = 12;

/** The piece that a cashier scans at a till. */
export const SCANNED_PIECE = { phone: 1, imei: '490154203237518' };
/** First number of their pictures, after those of the goods by weight. */
const PICTURES_FROM = 140;

/** Medicines and telephones. */
export const stockingShelves = (commands: Pick<Commands, 'uploads'>, until: string): Habit => {
  const medicines = stockingMedicines(commands, until);
  const phones = stockingPhones(commands, until);
  return (trade, day) => [...medicines(trade, day), ...phones(trade, day)];
};

const stockingPhones =
  (commands: Pick<Commands, 'uploads'>, until: string): Habit =>
  (trade, day) =>
    day.date === lastOpenDay(until) ? [{ time: '08:40', run: () => stockPhones(commands, trade, day) }] : [];

async function stockPhones(commands: Pick<Commands, 'uploads'>, trade: Trade, day: Day): Promise<void> {
  const { clerk, business } = trade;
  const [place] = business.places;
  const items = await registerPhones(commands, trade);
  trade.phones.push(...PHONES.map((phone, index) => goodsOf(items[index] ?? 0, phone)));
  await clerk.enter(
    'purchases',
    {
      ...at(place, day, '08:41'),
      ...inDinars,
      supplier_fk: business.suppliers.at(-1),
      payment_type: 'on_account',
      reference_number: `TL-${day.date.slice(5)}`,
      status: 'complete',
      lines: PHONES.map(({ cost, imeis }, index) => lineOf(items[index] ?? 0, cost, imeis)),
    },
    place.storekeeper,
  );
  await sellTwo(trade, place, day, items[0] ?? 0);
  await claimTwo(trade, place, day, items[0] ?? 0);
}

/** The first telephones of the shelf: two that are sold, and one that is given in exchange. */
const [{ price: PRICE, imeis: [SENT, FAULTY, GIVEN] = [] } = { price: 0 }] = PHONES;

async function sellTwo({ clerk, business }: Trade, place: Place, day: Day, item: number): Promise<void> {
  for (const [imei = '', customer, time] of [
    [SENT, 5, '08:50'],
    [FAULTY, 6, '08:52'],
  ] as const) {
    await clerk.enter(
      'sales',
      {
        ...at(place, day, time),
        ...inDinars,
        customer_fk: business.customers[customer],
        payment_type: 'cash',
        account_fk: place.safe,
        lines: [lineOf(item, PRICE, [imei])],
        status: 'complete',
      },
      place.clerk,
    );
  }
}

async function claimTwo({ clerk, business }: Trade, place: Place, day: Day, item_fk: number): Promise<void> {
  const handedIn = (serial_number: string | undefined, customer: number, fault: string, time: string) =>
    clerk.enter(
      'warranty_claims',
      {
        ...at(place, day, time),
        customer_fk: business.customers[customer],
        item_fk,
        serial_number,
        fault,
        status: 'received',
      },
      place.clerk,
    );
  const step = (id: number, name: string, body: object, time: string) =>
    clerk.act('warranty_claims', id, name, { date: day.date, time, ...body }, place.manager);
  const sent = await handedIn(SENT, 5, 'The microphone is silent', '09:10');
  await step(sent, 'send', { sent_to_fk: business.suppliers.at(-1) }, '09:30');
  const exchanged = await handedIn(FAULTY, 6, 'It does not charge', '09:15');
  await step(exchanged, 'exchange', { serial_number: GIVEN }, '09:40');
}

async function registerPhones(commands: Pick<Commands, 'uploads'>, { clerk }: Trade): Promise<number[]> {
  const category_fk = await clerk.enter('categories', { ...namesOf('category_name', SHELF), category_code: '1500' });
  const items: number[] = [];
  for (const [index, phone] of PHONES.entries()) {
    const piece = { unit_fk: PIECE, base_unit_qty: '1', is_base: true, is_default: true };
    items.push(
      await clerk.enter('items', {
        ...namesOf('item_name', phone),
        item_code: `T-${String(index + 1).padStart(3, '0')}`,
        category_fk,
        images: [await pictureOf(commands, phone.en, PICTURES_FROM + index)],
        serial_numbers: 'at_receipt',
        warranty_months: WARRANTY_MONTHS,
        item_units: [{ ...piece, sale_price: String(phone.price), barcodes: [phoneCode(index)] }],
      }),
    );
  }
  return items;
}

const goodsOf = (item: number, { cost, price }: Phone): Goods => ({
  item,
  unit: PIECE,
  box: PIECE,
  perBox: 1,
  weight: 1,
  cost: BigInt(cost),
  price: BigInt(price),
});

/** A line with a number for each piece. */
const lineOf = (item_fk: number, price: number, imeis: readonly string[]) => ({
  item_fk,
  unit_fk: PIECE,
  quantity: String(imeis.length),
  price: String(price),
  batches: imeis.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' })),
});
