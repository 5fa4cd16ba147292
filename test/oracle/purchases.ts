/**
 * Posting rules of purchases, their receipts, bills and later costs, and of purchase returns (docs/accounting.md,
 * section 3).
 */

import type { LandedCost } from '../../domain/purchasing/costs/landed-cost-events.ts';
import type {
  AppliedCost,
  Bill,
  EnteredCost,
  Purchase,
  PurchaseCost,
  PurchaseLine,
  Receipt,
  Received,
  SharedCost,
} from '../../domain/purchasing/purchase-events.ts';
import type { PurchaseReturn } from '../../domain/purchasing/purchase-return-events.ts';
import { type Entry, foreignMoney, given, inSystem, type Line, type Move, moment, paidBy } from './entry.ts';
import { baseUnits, type Currency, coinOf, count, deal, inBooks, inCoins, money, ratio, total } from './exact.ts';
import { pricedLines } from './sales.ts';

interface Both {
  readonly foreign: bigint;
  readonly base: bigint;
}
interface Bought {
  readonly line: PurchaseLine;
  readonly whole: bigint;
  readonly net: Both;
  readonly tax: Both;
  readonly costs: readonly Both[];
}

/**
 * Returns the amounts of each line. The total of the purchase is converted once, and each landed cost is shared over
 * the lines.
 */
export function bought(purchase: Purchase): Bought[] {
  const { lines, system_currency_fk: system } = purchase;
  const priced = pricedLines(purchase);
  const foreign = [...priced.map(({ net }) => net), ...priced.map(({ tax }) => tax)];
  const base = deal(inBooks(total(foreign), purchase), foreign);
  const both = (index: number): Both => ({ foreign: foreign[index] ?? 0n, base: base[index] ?? 0n });
  const plain = lines.map((line, index) => ({
    line,
    whole: count(line.quantity) + count(line.bonus_quantity),
    net: both(index),
    tax: both(lines.length + index),
  }));
  const shares = purchase.costs.map((cost) => {
    const parts = deal(money(cost.amount), weights(cost, plain), coinOf(cost.decimals));
    const own = cost.share_by === 'hand' ? plain.map(({ line }) => byHand(cost, line)) : parts;
    const bases = deal(inBooks(money(cost.amount), { ...cost, system_currency_fk: system }), own);
    return own.map((part, index): Both => ({ foreign: part, base: bases[index] ?? 0n }));
  });
  return plain.map((value, index) => ({ ...value, costs: shares.map((share) => share[index] as Both) }));
}

const byHand = (cost: PurchaseCost, line: PurchaseLine): bigint =>
  total(cost.shares.filter((share) => share.line_id === line.line_id).map((share) => money(share.amount)));

function weights({ share_by }: PurchaseCost, lines: readonly Omit<Bought, 'costs' | 'tax'>[]): bigint[] {
  return lines.map(({ line, whole, net }) => {
    if (share_by === 'value') return net.base;
    const units = ratio(whole * count(line.unit_factor), 1_000_000n);
    if (share_by === 'volume') return units * count(line.unit_volume);
    return share_by === 'weight' ? units * count(line.unit_weight) : units;
  });
}

interface Came extends Bought {
  readonly units: bigint;
}

/** The base units of a line that have come, in whatever unit they were counted. */
export function receivedOf(received: readonly Received[], line: number, unit_factor: string): bigint {
  const own = received.find(({ line_id }) => line_id === line);
  return baseUnits(own?.quantity, own?.unit_factor ?? unit_factor);
}

/** Returns the part of each line that a receipt brings: the cumulative share after it, less the one before it. */
export function came(purchase: Purchase, { before, after }: Pick<Receipt, 'before' | 'after'>): Came[] {
  return bought(purchase).flatMap((bought): Came[] => {
    const { line_id, unit_factor } = bought.line;
    const [from, to] = [receivedOf(before, line_id, unit_factor), receivedOf(after, line_id, unit_factor)];
    if (from === to) return [];
    const whole = ratio(bought.whole * count(unit_factor), 1_000_000n);
    const slice = (amount: bigint, coin: bigint) =>
      inCoins(amount * to, whole, coin) - inCoins(amount * from, whole, coin);
    // Amounts owed are multiples of the smallest unit of their currency; the cost of goods has four decimals.
    const part = ({ foreign, base }: Both, decimals?: number): Both => ({
      foreign: slice(foreign, coinOf(decimals)),
      base: slice(base, 1n),
    });
    const { net, tax, costs } = bought;
    const own = { net: part(net, purchase.decimals), tax: part(tax, purchase.decimals) };
    const shares = costs.map((cost, index) => part(cost, purchase.costs[index]?.decimals));
    return [{ ...bought, ...own, units: to - from, costs: shares }];
  });
}

const sums = (parts: readonly Both[], sign = 1n): Both => ({
  foreign: sign * total(parts.map(({ foreign }) => foreign)),
  base: sign * total(parts.map(({ base }) => base)),
});

export function purchaseCompleted(purchase: Purchase & { readonly receive: boolean }): Entry | undefined {
  const after = purchase.lines.map((line) => {
    const all = count(line.quantity) + count(line.bonus_quantity);
    return { line_id: line.line_id, quantity: `${all / 1_000_000n}.${String(all % 1_000_000n).padStart(6, '0')}` };
  });
  if (!purchase.receive) return purchase.is_paid_before ? paidBefore(purchase, after) : undefined;
  return received({ purchase, receipt: 0, date: purchase.date, time: purchase.time, before: [], after }, true);
}

export function received(receipt: Receipt & { readonly purchase: Purchase }, billed: boolean): Entry {
  const { purchase } = receipt;
  const { outlet_fk: outlet, inventory_fk: inventory, system_currency_fk: system } = purchase;
  const parts = came(purchase, receipt);
  const values = parts.map(
    ({ net, tax, costs, line }) => net.base + (line.tax_recoverable ? 0n : tax.base) + sums(costs).base,
  );
  const payer = purchase.is_paid_before ? takenFromPaid(receipt, parts) : owedToSupplier(purchase, parts);
  const supplier = billed ? payer : [notBilled(purchase, parts, -1n)];
  const costs = purchase.costs.flatMap((cost, index): Line[] => {
    const shares = parts.map((part) => part.costs[index] as Both);
    const owed = { outlet, ...paidBy(cost), currency: cost.currency_fk, ...sums(shares, -1n) };
    return given({ ...cost, system_currency_fk: system }, [owed]);
  });
  const due = inOwnMoney(receipt, system, [...supplier, ...costs]);
  const paid = owedAsWorth(creditors(purchase), receipt.owed_before, due);
  const moves = parts.map(
    ({ line, units }, index): Move => ({
      name: `receipt ${receipt.receipt} line ${line.line_id}`,
      pool: { item: line.item_fk, inventory },
      count: units,
      worth: { by: 'price', value: values[index] ?? 0n },
      carried: values[index] ?? 0n,
      against: 'purchase-variance',
      outlet,
    }),
  );
  return {
    at: moment(receipt.date, receipt.time, 'in'),
    lines: roundedOff(purchase, [
      ...values.map((value) => inSystem(outlet, `inventory ${inventory}`, value, system)),
      ...paid,
    ]),
    moves: [...moves, ...foreignMoney(paid, system, `receipt ${receipt.receipt} money`)],
  };
}

function owedToSupplier(purchase: Purchase, parts: readonly Came[]): Line[] {
  const common = { outlet: purchase.outlet_fk, currency: purchase.currency_fk };
  const back = parts.filter(({ line }) => line.tax_recoverable).map(({ tax }) => tax);
  return given(purchase, [
    { ...common, account: 'input-tax', ...sums(back) },
    {
      ...common,
      ...paidBy(purchase),
      ...sums(
        parts.flatMap(({ net, tax }) => [net, tax]),
        -1n,
      ),
    },
  ]);
}

/** What a purchase that is paid before its goods come paid for goods, in both currencies. */
function paidFor(purchase: Purchase, after: readonly Received[]): Both {
  const foreign = total(came(purchase, { before: [], after }).flatMap(({ net, tax }) => [net.foreign, tax.foreign]));
  return { foreign, base: inBooks(foreign, purchase) };
}

/** All of the money waits for its goods from its own day on. */
function paidBefore(purchase: Purchase, after: readonly Received[]): Entry {
  const { outlet_fk: outlet, system_currency_fk: system, currency_fk: currency } = purchase;
  const whole = paidFor(purchase, after);
  const own = { outlet, ...paidBy(purchase), currency, foreign: -whole.foreign, base: -whole.base };
  const paid = given(purchase, [own]);
  return {
    at: moment(purchase.date, purchase.time, 'out'),
    lines: [inSystem(outlet, 'goods-received-not-billed', whole.base, system), ...paid],
    moves: foreignMoney(paid, system, 'paid before'),
  };
}

/** Goods that were paid for before take their part of what waits for them. */
function takenFromPaid(receipt: Receipt & { readonly purchase: Purchase }, parts: readonly Came[]): Line[] {
  const { purchase, before, after } = receipt;
  const taken = paidFor(purchase, after).base - paidFor(purchase, before).base;
  const tax = owedToSupplier(purchase, parts).filter(({ account }) => account === 'input-tax');
  return [...tax, inSystem(purchase.outlet_fk, 'goods-received-not-billed', -taken, purchase.system_currency_fk)];
}

function notBilled(purchase: Purchase, parts: readonly Came[], sign: bigint): Line {
  const worth = parts.flatMap(({ net, tax, line }) => (line.tax_recoverable ? [net] : [net, tax]));
  const common = { outlet: purchase.outlet_fk, currency: purchase.currency_fk };
  return { ...common, account: 'goods-received-not-billed', ...sums(worth, sign) };
}

/** The purchase as its bill prices it. */
export const asBilled = (purchase: Purchase, { prices = [] }: Pick<Bill, 'prices'>): Purchase => ({
  ...purchase,
  lines: purchase.lines.map((line) => ({ ...line, ...prices.find(({ line_id }) => line_id === line.line_id) })),
});

/** What the bill clears at the prices of the receipts, and what it says is owed. */
export function purchaseBilled({ purchase, ...bill }: Bill & { readonly purchase: Purchase }): Entry {
  const billed = asBilled(purchase, bill);
  const gone = wentBefore(purchase, bill.returned ?? []);
  const notOwed = wentBefore(billed, bill.returned ?? []);
  let added = 0n;
  const cleared = bill.receipts.flatMap((receipt, index) => {
    const [parts, priced] = [came(purchase, receipt), came(billed, receipt)];
    added += notBilled(billed, priced, 1n).foreign - notBilled(purchase, parts, 1n).foreign;
    const owing = index === bill.receipts.length - 1 ? [...priced, ...notOwed] : priced;
    const lines = [notBilled(purchase, parts, 1n), ...owedToSupplier(purchase, owing)];
    return inOwnMoney(receipt, purchase.system_currency_fk, lines);
  });
  const back = notBilled(purchase, gone, 1n);
  if (bill.prices) {
    const { outlet_fk: outlet, system_currency_fk: system } = purchase;
    const lost = notBilled(billed, notOwed, 1n).foreign - back.foreign;
    cleared.push(
      inSystem(outlet, 'goods-received-not-billed', inBooks(added, purchase), system),
      inSystem(outlet, 'purchase-variance', inBooks(lost, purchase), system),
    );
  }
  const isOwn = purchase.currency_fk === purchase.system_currency_fk;
  if (gone.length > 0) cleared.push(isOwn ? { ...back, base: back.foreign } : back);
  const lines = roundedOff(purchase, owedAsWorth(creditors(purchase), bill.owed_before, cleared));
  const moves = foreignMoney(lines, purchase.system_currency_fk, `bill ${bill.receipts[0]?.receipt}`);
  return { at: moment(bill.date, bill.time, 'out'), lines, moves };
}

/** Goods that went back before their bill, with amounts below zero. */
function wentBefore(purchase: Purchase, returned: readonly Received[]): Came[] {
  const priced = pricedLines(purchase);
  return bought(purchase).flatMap((of, index): Came[] => {
    const { line_id, quantity, unit_factor } = of.line;
    const back = receivedOf(returned, line_id, unit_factor);
    const [own, whole] = [priced[index], baseUnits(quantity, unit_factor)];
    if (back === 0n || !own) return [];
    const coin = coinOf(purchase.decimals);
    const part = (amount: bigint, step: bigint) => inCoins(amount * back, whole, step);
    const gross = own.gross;
    const net = { foreign: part(gross - own.net, coin) - part(gross, coin), base: -part(of.net.base, 1n) };
    return [
      { ...of, units: 0n, net, tax: { foreign: -part(of.tax.foreign, coin), base: -part(of.tax.base, 1n) }, costs: [] },
    ];
  });
}

/** A receipt may say that whoever is owed money of the system currency is owed as much in the books. */
const inOwnMoney = (receipt: Receipt, system: number, lines: readonly Line[]): Line[] =>
  lines.map((line) => (receipt.is_posted_as_owed && line.currency === system ? { ...line, base: line.foreign } : line));

interface Creditor extends Currency {
  readonly supplier_fk: number | null;
}
const creditors = ({ costs, ...purchase }: Purchase): Creditor[] =>
  [purchase, ...costs].map((cost) => ({ ...cost, system_currency_fk: purchase.system_currency_fk }));

/**
 * Sets the base amount of lines that increase a debt in a foreign currency: the debt's base amount after the line, less
 * the one before it. A purchase has one rate for each party and currency.
 */
function owedAsWorth(to: readonly Creditor[], before: Receipt['owed_before'], lines: readonly Line[]): Line[] {
  const name = (of: { readonly supplier_fk: number | null; readonly currency_fk: number }) =>
    `supplier-${of.supplier_fk} ${of.currency_fk}`;
  const open = new Map((before ?? []).map((owedBefore) => [name(owedBefore), money(owedBefore.amount)]));
  return lines.map((line) => {
    const key = `${line.party} ${line.currency}`;
    const creditor = to.find((creditor) => name(creditor) === key);
    if (line.party === undefined || !creditor || creditor.currency_fk === creditor.system_currency_fk) return line;
    const sofar = open.get(key) ?? 0n;
    open.set(key, sofar - line.foreign);
    return { ...line, base: inBooks(sofar, creditor) - inBooks(sofar - line.foreign, creditor) };
  });
}

/** Parts of an amount are not converted at exactly one rate, so the remainder of the entry goes to `rounding`. */
function roundedOff({ outlet_fk, system_currency_fk }: Purchase, lines: readonly Line[]): Line[] {
  return [...lines, inSystem(outlet_fk, 'rounding', -total(lines.map(({ base }) => base)), system_currency_fk)];
}

/** A later cost adds value to the received goods on their day. The goods that left since then take their part of it. */
export function costApplied(applied: AppliedCost): Entry {
  const { cost, shares, outlet_fk: outlet, inventory_fk: inventory, system_currency_fk: system } = applied;
  const amounts = shares.map(({ amount }) => money(amount));
  const inAll = inBooks(total(amounts), { ...cost, system_currency_fk: system });
  const owed: Line = { outlet, ...paidBy(cost), currency: cost.currency_fk, base: -inAll, foreign: -total(amounts) };
  const [paid = owed] = owedAsWorth([{ ...cost, system_currency_fk: system }], applied.owed_before, [owed]);
  const values = deal(-paid.base, amounts);
  const payer = given({ ...cost, system_currency_fk: system }, [paid]);
  const name = `cost ${cost.cost_id} receipt ${applied.receipt}`;
  const moves = shares.map(
    (share, index): Move => ({
      name: `${name} line ${share.line_id}`,
      pool: { item: share.item_fk, inventory },
      count: 0n,
      worth: { by: 'price', value: values[index] ?? 0n },
      carried: values[index] ?? 0n,
      against: 'purchase-variance',
      outlet,
    }),
  );
  return {
    at: moment(applied.date, applied.time, 'in'),
    lines: [...values.map((value) => inSystem(outlet, `inventory ${inventory}`, value, system)), ...payer],
    moves: [...moves, ...foreignMoney(payer, system, name)],
  };
}

/** A later cost is owed or paid on its own day, and waits for its goods. */
export function costEntered(entered: EnteredCost): Entry | undefined {
  // The money of a landed cost is in the entry of that document.
  if (entered.landed_cost_fk !== undefined) return undefined;
  if (entered.cost.cost_type === 'allowance') return allowed(entered);
  const { cost, outlet_fk: outlet, system_currency_fk: system } = entered;
  const worth = inBooks(money(cost.amount), { ...cost, system_currency_fk: system });
  const owed: Line = {
    outlet,
    ...paidBy(cost),
    currency: cost.currency_fk,
    base: -worth,
    foreign: -money(cost.amount),
  };
  const [paid = owed] = owedAsWorth([{ ...cost, system_currency_fk: system }], entered.owed_before, [owed]);
  const payer = given({ ...cost, system_currency_fk: system }, [paid]);
  return {
    at: moment(entered.date, entered.time, 'out'),
    lines: [
      inSystem(outlet, 'goods-received-not-billed', worth, system),
      ...payer,
      inSystem(outlet, 'rounding', -worth - paid.base, system),
    ],
    moves: foreignMoney(payer, system, `later cost ${cost.cost_id}`),
  };
}

/** Freight of several purchases waits for the goods of each where that purchase is, and is owed or paid once. */
export function landedCompleted(of: LandedCost): Entry {
  const { outlet_fk: outlet, system_currency_fk: system, currency_fk: currency } = of;
  const worth = (amount: string) => inBooks(money(amount), of);
  const paid: Line = { outlet, ...paidBy(of), currency, base: -worth(of.amount), foreign: -money(of.amount) };
  const waiting = of.lines.map(({ outlet_fk = outlet, purchase_share: share = '0' }) =>
    inSystem(outlet_fk, 'goods-received-not-billed', worth(share), system),
  );
  const rest = -paid.base - total(waiting.map(({ base }) => base));
  const payer = given(of, [paid]);
  return {
    at: moment(of.date, of.time, 'out'),
    lines: [...payer, ...waiting, inSystem(outlet, 'rounding', rest, system)],
    moves: foreignMoney(payer, system, 'landed cost'),
  };
}

/** What the supplier allows settles the purchase's debt; the rest is a credit with the supplier, or comes back as money. */
function allowed(entered: EnteredCost): Entry {
  const { cost, outlet_fk: outlet, system_currency_fk: system } = entered;
  const of = { ...cost, system_currency_fk: system };
  const [whole, open, settled] = [
    -money(cost.amount),
    money(entered.open_amount ?? '0'),
    money(entered.settled_amount ?? '0'),
  ];
  const common = { outlet, ...paidBy(cost), currency: cost.currency_fk };
  const lines: Line[] =
    cost.payment_type === 'on_account'
      ? [
          { ...common, foreign: settled, base: inBooks(open, of) - inBooks(open - settled, of) },
          { ...common, account: 'supplier-advances', foreign: whole - settled, base: inBooks(whole - settled, of) },
        ]
      : given(of, [{ ...common, foreign: whole, base: inBooks(whole, of) }]);
  const all = [...lines, inSystem(outlet, 'goods-received-not-billed', -inBooks(whole, of), system)];
  return {
    at: moment(entered.date, entered.time, 'out'),
    lines: [...all, inSystem(outlet, 'rounding', -total(all.map(({ base }) => base)), system)],
    moves: foreignMoney(lines, system, `later cost ${cost.cost_id}`),
  };
}

/** The goods of a receipt take their shares of later costs on its day, or give back what went to others since. */
export function costShared(shared: SharedCost): Entry[] {
  const { outlet_fk: outlet, inventory_fk: inventory, system_currency_fk: system, receipt, turn } = shared;
  const values = new Map<number, { readonly item: number; readonly value: bigint }>();
  for (const { before, shares, ...of } of shared.costs) {
    const worth = (amount: bigint) => inBooks(amount, { ...of, system_currency_fk: system });
    let given = money(before);
    for (const { line_id, item_fk, amount } of shares) {
      const value = (values.get(line_id)?.value ?? 0n) + worth(given + money(amount)) - worth(given);
      values.set(line_id, { item: item_fk, value });
      given += money(amount);
    }
  }
  const all = [...values];
  const lines = [
    ...all.map(([, { value }]) => inSystem(outlet, `inventory ${inventory}`, value, system)),
    inSystem(outlet, 'goods-received-not-billed', -total(all.map(([, { value }]) => value)), system),
  ];
  const moves = all.map(
    ([line, { item, value }]): Move => ({
      name: `shared ${turn} receipt ${receipt} line ${line}`,
      pool: { item, inventory },
      count: 0n,
      worth: { by: 'price', value },
      carried: value,
      against: 'purchase-variance',
      outlet,
    }),
  );
  // The value counts from the receipt on; of a receipt in closed days its lines are of the first open day.
  return [
    { at: moment(shared.date, shared.time, 'in'), lines, moves: [] },
    { at: moment(shared.receipt_date, shared.time, 'in'), lines: [], moves },
  ];
}

/**
 * Goods go back at their cost in the books: those of their own purchase first, where they leave first in, first out.
 * Older returns state a value. The difference to the price goes to `purchase-variance`.
 */
function leavesAt({ purchase_fk, goods_value }: PurchaseReturn, value: bigint): Move['worth'] {
  if (purchase_fk === null) return { by: 'average' };
  return goods_value === undefined ? { by: 'price', value } : { by: 'average', own: `purchase-${purchase_fk}` };
}

/** A return settles at the price and the rate of the purchase. */
export function purchaseReturned(back: PurchaseReturn): Entry {
  const { outlet_fk: outlet, inventory_fk: inventory, system_currency_fk: system, currency_fk: currency } = back;
  const due = total(
    back.lines.map((line) => money(line.gross_amount) - money(line.discount_amount) + money(line.tax_amount)),
  );
  const settled = back.payment_type === 'on_account' ? money(back.settled_amount) : due;
  const open = back.payment_type === 'on_account' ? money(back.open_amount) : due;
  const credit = due - settled;
  const payer: Line[] = [
    {
      outlet,
      currency,
      ...paidBy(back),
      foreign: settled,
      base: inBooks(open, back) - inBooks(open - settled, back) + money(back.left_over),
    },
    { outlet, currency, ...paidBy(back), account: 'supplier-advances', foreign: credit, base: inBooks(credit, back) },
  ];
  const goods = back.lines.flatMap((line): Line[] => {
    const cost = money(line.goods_base);
    const tax = line.tax_recoverable && !back.is_before_bill ? money(line.tax_base) : 0n;
    const untaxed = line.tax_recoverable && back.is_before_bill ? money(line.tax_base) : 0n;
    const difference = cost + tax + untaxed - money(line.net_base) - money(line.tax_base);
    return [
      inSystem(outlet, `inventory ${inventory}`, -cost, system),
      {
        outlet,
        account: 'input-tax',
        currency,
        foreign: line.tax_recoverable && !back.is_before_bill ? -money(line.tax_amount) : 0n,
        base: -tax,
      },
      inSystem(outlet, 'purchase-variance', difference, system),
    ];
  });
  const unbilled = (line: PurchaseReturn['lines'][number], net: string, tax: string) =>
    money(net) + (line.tax_recoverable ? 0n : money(tax));
  const foreign = total(
    back.lines.map((line) => unbilled(line, line.gross_amount, line.tax_amount) - money(line.discount_amount)),
  );
  const worth = total(back.lines.map((line) => unbilled(line, line.net_base, line.tax_base)));
  const cleared: Line = {
    ...{ outlet, currency, account: 'goods-received-not-billed', foreign },
    base: currency === system ? foreign : worth,
  };
  const owing = back.is_before_bill ? [cleared] : given(back, credit === 0n ? payer.slice(0, 1) : payer);
  const lines = [...owing, ...goods];
  const moves = back.lines.map((line): Move => {
    const value = -money(line.goods_base);
    return {
      name: `line ${line.line_id}`,
      pool: { item: line.item_fk, inventory },
      count: -ratio((count(line.quantity) + count(line.bonus_quantity)) * count(line.unit_factor), 1_000_000n),
      worth: leavesAt(back, value),
      carried: value,
      against: 'purchase-variance',
      outlet,
    };
  });
  return {
    at: moment(back.date, back.time, 'out'),
    lines: [...lines, inSystem(outlet, 'rounding', -total(lines.map(({ base }) => base)), system)],
    moves: [...moves, ...foreignMoney(lines, system)],
  };
}
