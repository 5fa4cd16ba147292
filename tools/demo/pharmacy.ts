/**
 * Medicines with batches: one batch has expired, one expires soon, one was typed wrong and corrected, one was sold to
 * customers with known telephone numbers and is recalled in the evening, and one is held until somebody has looked at it.
 */
import type { Commands } from '../../command-api/commands/open-commands.ts';
import { IQD } from '../../domain/values/rate.ts';
import type { Place } from './business.ts';
import { addDays, type Day, lastOpenDay } from './calendar.ts';
import type { Goods } from './goods/goods.ts';
import { pictureOf } from './goods/item-pictures.ts';
import { namesOf, type Words, words, written } from './goods/words.ts';
import { medicineCode } from './tills/codes.ts';
import { at, type Habit, inDinars, type Trade } from './trade.ts';

const PIECE = 1;
const PHARMACY = words('Medicines', 'أدوية', 'دەرمان');

interface Medicine extends Words {
  readonly price: number;
  /** Number, days from the last evening to its expiry, and pieces bought. */
  readonly batches: readonly (readonly [number: string, expiresInDays: number, pieces: number])[];
}

const medicine = (name: Words, price: number, batches: Medicine['batches']): Medicine => ({ ...name, price, batches });

/** The batch of the first medicine that a cashier scans at a till; the other one has expired. */
export const SCANNED = { medicine: 0, batch_number: 'AX-2311', expiresInDays: 240 };

/** A letter was read in the place of a digit. */
const MISREAD = { medicine: 3, as: 'VC-441O', batch_number: 'VC-4410' };

const MEDICINES: readonly Medicine[] = [
  medicine(words('Amoxicillin 500 mg', 'أموكسيسيلين 500 ملغ', 'ئامۆکسیسیلین 500 ملگم'), 3_500, [
    ['AX-2207', -4, 12],
    [SCANNED.batch_number, SCANNED.expiresInDays, 60],
  ]),
  medicine(words('Paracetamol 500 mg', 'باراسيتامول 500 ملغ', 'پاراسیتامۆل 500 ملگم'), 1_500, [
    ['PC-0915', 21, 40],
    ['PC-1102', 410, 80],
  ]),
  medicine(words('Cough syrup 120 ml', 'شراب السعال 120 مل', 'شەربەتی کۆکە 120 مل'), 4_000, [['CS-7781', 150, 30]]),
  medicine(words('Vitamin C 1000', 'فيتامين سي 1000', 'ڤیتامین سی 1000'), 5_000, [[MISREAD.as, 320, 25]]),
];

/** Sales of the recalled batch: packs for each customer. */
const RECALLED = { medicine: 2, customers: 4, packs: 3 };

const HELD = { medicine: 1, batch: 1 };

const REASONS = {
  held: words('The colour of some tablets is different', 'لون بعض الأقراص مختلف', 'ڕەنگی هەندێک حەب جیاوازە'),
  misread: words('A letter O instead of a zero', 'حرف O بدل الصفر', 'پیتی O لە جێی سفر'),
  lessCredited: words(
    'Only sealed packs are credited',
    'لا يُحسب إلا العبوات المغلقة',
    'تەنها پاکەتی داخراو حیساب دەکرێت',
  ),
  recalled: words('Recalled by the maker', 'استدعاه المُصنِّع', 'بەرهەمهێنەر بانگی کردووەتەوە'),
};

type Uploading = Pick<Commands, 'uploads'>;

export const stockingMedicines =
  (commands: Uploading, until: string): Habit =>
  (trade, day) => [
    ...(day.date === lastOpenDay(until)
      ? [{ time: '08:05', run: () => stockMedicines(commands, trade, day, until) }]
      : []),
    ...(day.date === until ? [{ time: '22:40', run: () => holdBatches(trade, until) }] : []),
  ];

async function stockMedicines(commands: Uploading, trade: Trade, day: Day, until: string): Promise<void> {
  const [place, branch] = trade.business.places;
  const items = await registerMedicines(commands, trade);
  trade.medicines.push(...MEDICINES.map(({ price }, index) => goodsOf(items[index] ?? 0, price)));
  const purchase = await buy(trade, { place, day, until }, items);
  await sendBack(trade, { place, day, until }, purchase);
  await correctMisread(trade, place, until);
  const item = items[RECALLED.medicine] ?? 0;
  for (const customer_fk of trade.business.customers.slice(0, RECALLED.customers)) {
    await trade.clerk.enter(
      'sales',
      {
        ...at(place, day, '08:20'),
        ...inDinars,
        customer_fk,
        payment_type: 'cash',
        account_fk: place.safe,
        lines: [lineOf(item, RECALLED.packs, MEDICINES[RECALLED.medicine]?.price ?? 0)],
        status: 'complete',
      },
      place.clerk,
    );
  }
  await trade.clerk.enter(
    'stock_transfers',
    {
      ...at(place, day, '08:25'),
      to_outlet_fk: branch.outlet,
      to_inventory_fk: branch.inventory,
      status: 'sent',
      lines: [{ item_fk: item, unit_fk: PIECE, quantity: '6' }],
    },
    place.storekeeper,
  );
}

const batchOf = ({ medicines }: Trade, medicine: number, batch_number: string, until: string, place = 0) => {
  const [, days = 0] = MEDICINES[medicine]?.batches[place] ?? [];
  return { item_fk: medicines[medicine]?.item, batch_number, expire_date: addDays(until, days) };
};

async function correctMisread(trade: Trade, { manager }: Place, until: string): Promise<void> {
  const { medicine, as, batch_number } = MISREAD;
  await trade.clerk.enter(
    'batch_corrections',
    {
      ...batchOf(trade, medicine, as, until),
      new_batch_number: batch_number,
      reason: written(manager, REASONS.misread),
    },
    manager,
  );
}

/** Nothing, where the demonstration is shorter than the time since the shops were open: there are no medicines. */
async function holdBatches(trade: Trade, until: string): Promise<void> {
  if (trade.medicines.length === 0) return;
  const [{ manager }] = trade.business.places;
  const [name = ''] = MEDICINES[RECALLED.medicine]?.batches[0] ?? [];
  await trade.clerk.enter(
    'batch_holds',
    {
      ...batchOf(trade, RECALLED.medicine, name, until),
      hold_type: 'recalled',
      reason: written(manager, REASONS.recalled),
    },
    manager,
  );
  const [held = ''] = MEDICINES[HELD.medicine]?.batches[HELD.batch] ?? [];
  await trade.clerk.enter(
    'batch_holds',
    {
      ...batchOf(trade, HELD.medicine, held, until, HELD.batch),
      hold_type: 'held',
      reason: written(manager, REASONS.held),
    },
    manager,
  );
}

/** First number of their pictures, after those of all other goods. */
const PICTURES_FROM = 110;

async function registerMedicines(commands: Uploading, { clerk }: Trade): Promise<number[]> {
  const category_fk = await clerk.enter('categories', { ...namesOf('category_name', PHARMACY), category_code: '1300' });
  const items: number[] = [];
  for (const [index, one] of MEDICINES.entries()) {
    items.push(
      await clerk.enter('items', {
        ...namesOf('item_name', one),
        item_code: `M-${String(index + 1).padStart(3, '0')}`,
        category_fk,
        images: [await pictureOf(commands, one.en, PICTURES_FROM + index)],
        has_expire: true,
        has_batch_number: true,
        expire_alert_days: 60,
        shortage_alert: '40',
        item_units: [
          {
            unit_fk: PIECE,
            base_unit_qty: '1',
            is_base: true,
            is_default: true,
            sale_price: String(one.price),
            barcodes: [medicineCode(index)],
          },
        ],
      }),
    );
  }
  return items;
}

const costOf = (price: number): number => Math.round((price * 7) / 10 / 250) * 250;

const goodsOf = (item: number, price: number): Goods => ({
  item,
  unit: PIECE,
  box: PIECE,
  perBox: 1,
  cost: BigInt(costOf(price)),
  price: BigInt(price),
  weight: 1,
});

interface Bought {
  readonly place: Place;
  readonly day: Day;
  readonly until: string;
}

/** Goods that are expired now were good when bought; the warning must be confirmed anyway. */
function buy({ clerk, business }: Trade, { place, day, until }: Bought, items: readonly number[]): Promise<number> {
  return clerk.enter(
    'purchases',
    {
      ...at(place, day, '08:06'),
      supplier_fk: business.suppliers.at(-1),
      payment_type: 'on_account',
      currency_fk: IQD,
      reference_number: `PH-${day.date.slice(5)}`,
      status: 'complete',
      lines: MEDICINES.flatMap(({ batches, price }, index) =>
        batches.map(([batch_number, days, pieces]) => ({
          ...lineOf(items[index] ?? 0, pieces, costOf(price)),
          batch_number,
          expire_date: addDays(until, days),
        })),
      ),
    },
    place.storekeeper,
    true,
  );
}

/** Lines of the purchase that are sent back with their credit awaited: the first is answered in part, the other waits. */
const SENT_BACK = {
  answered: { line: 1, medicine: 0, packs: 4, credited: '7000' },
  waiting: { line: 3, medicine: 1, packs: 10 },
};

async function sendBack({ clerk, business }: Trade, { place, day, until }: Bought, purchase_fk: number): Promise<void> {
  const { answered, waiting } = SENT_BACK;
  const send = (of: typeof waiting, time: string) => {
    const [batch_number, days = 0] = MEDICINES[of.medicine]?.batches[0] ?? [];
    const quantity = String(of.packs);
    const batches = [{ batch_number, expire_date: addDays(until, days), quantity }];
    return clerk.enter(
      'purchase_returns',
      {
        ...at(place, day, time),
        purchase_fk,
        supplier_fk: business.suppliers.at(-1),
        currency_fk: IQD,
        payment_type: 'on_account',
        credit_awaited: true,
        status: 'complete',
        lines: [{ purchase_line_id: of.line, quantity, batches }],
      },
      place.storekeeper,
    );
  };
  const first = await send(answered, '08:30');
  await send(waiting, '08:35');
  const credit_reason = written(place.storekeeper, REASONS.lessCredited);
  const credit = {
    date: day.date,
    time: '08:45',
    amount: answered.credited,
    credit_reference: 'CN-118',
    credit_reason,
  };
  await clerk.act('purchase_returns', first, 'credit', credit, place.storekeeper);
}

const lineOf = (item_fk: number, count: number, price: number) => ({
  item_fk,
  unit_fk: PIECE,
  quantity: String(count),
  price: String(price),
});
