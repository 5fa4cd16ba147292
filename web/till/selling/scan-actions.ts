/**
 * The effect of a scan: an item becomes a line, a receipt is opened, a card sets the customer; other codes show a
 * notice.
 */
import { plainText } from '../../../domain/catalogue/code.ts';
import { withoutSymbol } from '../../../domain/catalogue/gs1.ts';
import { type CodeReading, isMeasured, quantityOf, readCode } from '../../../domain/catalogue/scanned-code.ts';
import { money } from '../../../domain/kernel/money.ts';
import { quantity } from '../../../domain/kernel/quantity.ts';
import { isPart } from '../../../domain/kernel/whole-quantities.ts';
import { scannedBatch } from '../../../domain/stock/scanned-batch.ts';
import type { ScaleFormat } from '../../../domain/till/scales.ts';
import type { Catalogue, FoundItem } from '../device/catalogue.ts';
import { mayBeCode, takeQuantity, type Wanted } from './asked-quantity.ts';
import { type Cart, type CartLine, withItem, withLine } from './cart.ts';
import { type Terms, usualUnit } from './goods.ts';
import { priceOf } from './listed.ts';
import type { SaleStore } from './sale-store.ts';

export type ScanOutcome = 'line' | 'customer' | 'unknown' | { readonly receipt: string };

interface Scanning {
  readonly store: SaleStore;
  readonly catalogue: Pick<Catalogue, 'byBarcode' | 'searchCustomers'>;
  readonly terms: Terms;
  readonly scales: readonly ScaleFormat[];
}

/** Processes scans in their order, also when a later one is found earlier. */
export const takeScan = (text: string, scanning: Scanning): Promise<ScanOutcome> =>
  scanning.store.inTurn(() => lookUp(text, scanning));

async function lookUp(text: string, scanning: Scanning): Promise<ScanOutcome> {
  const { found, reading, receipt } = await findScanned(text, scanning.catalogue, scanning.scales);
  if (receipt !== undefined) return { receipt };
  if (found && reading) {
    addFound(found, reading, scanning);
    return 'line';
  }
  const card = ownCode(text);
  const [customer] = await scanning.catalogue.searchCustomers(card, 5);
  if (customer && plainText(customer.code ?? '') === card) {
    scanning.store.edit((cart) => ({ ...cart, customer }));
    return 'customer';
  }
  scanning.store.set({ remark: { kind: 'unknown_barcode', code: text.trim() } });
  return 'unknown';
}

interface FoundScan {
  readonly found?: FoundItem;
  readonly reading?: CodeReading;
  /** The number of a receipt, when no goods have this code. */
  readonly receipt?: string;
}

/** `T3-000127`, as the till prints it on its receipts. */
const RECEIPT = /^T\d+(?:-\d+)?-\d{6,9}$/i;

/** A code that the shop has printed itself, however it was typed: on a receipt or a card. */
const ownCode = (text: string): string => withoutSymbol(plainText(text));

export const receiptNumber = (text: string): string => ownCode(text).toUpperCase();
export const isReceiptNumber = (text: string): boolean => RECEIPT.test(receiptNumber(text));

export async function findScanned(
  text: string,
  catalogue: Pick<Catalogue, 'byBarcode'>,
  scales: readonly ScaleFormat[],
): Promise<FoundScan> {
  for (const reading of readCode(text, scales)) {
    for (const key of reading.keys) {
      const found = await catalogue.byBarcode(text, key);
      if (found) return { reading, found: { ...found, unit_fk: soldUnit(found, reading) } };
    }
  }
  return isReceiptNumber(text) ? { receipt: receiptNumber(text) } : {};
}

/** A scale weighs and prices base units. */
const soldUnit = ({ item, unit_fk }: FoundItem, reading: CodeReading): number =>
  isMeasured(reading) ? (item.item_units.find(({ is_base }) => is_base)?.unit_fk ?? unit_fk) : unit_fk;

/** Tells the cashier that an inactive item is not sold any more. */
function isRetired({ is_active }: FoundItem['item'], store: SaleStore): boolean {
  if (is_active) return false;
  store.set({ remark: { kind: 'said', key: 'selling:remark.retired' } });
  return true;
}

function addFound({ item, unit_fk: unit }: FoundItem, reading: CodeReading, { store, terms }: Scanning): void {
  if (isRetired(item, store)) return;
  // The price on a label is a quantity only by a price.
  if (reading.amount !== undefined && money(scalePrice({ item, unit_fk: unit }, terms)) <= 0n) {
    store.set({ remark: { kind: 'said', key: 'selling:remark.no_price' } });
    return;
  }
  const count = quantityOf(reading, () => scalePrice({ item, unit_fk: unit }, terms));
  // The label of a scale whose number is that of another item.
  if (isPart(quantity(count), { item_fk: item.id, unit_fk: unit }, terms.facts)) {
    store.set({ remark: { kind: 'said', key: 'selling:remark.whole_only' } });
    return;
  }
  const onHand = terms.facts.batchesOnHand?.(item.id, terms.inventory_fk).batches ?? [];
  const batch = scannedBatch(reading, item, onHand);
  const note = batch ? null : noteOf(reading);
  const change = (cart: Cart): Cart => {
    // A weighed package is a separate line.
    const next = withItem(cart, item, { unit, count, batch, apart: isMeasured(reading) || note !== null });
    const line = note === null ? undefined : next.lines.at(-1);
    return line ? withLine(next, line.line_id, { note }) : next;
  };
  takeQuantity(store, { item, unit_fk: unit, quantity: count, change }, terms);
  if (reading.expires !== undefined && reading.expires < terms.day) {
    store.set({ remark: { kind: 'said', key: 'selling:remark.expired', params: { day: reading.expires } } });
  }
}

/** The scale prints the price of the item, whoever buys and whatever a pricing list says. */
function scalePrice({ item, unit_fk }: FoundItem, terms: Terms): string {
  const line: CartLine = { line_id: 0, item, unit_fk, quantity: '1', price: null, discount: null, note: null };
  return priceOf(line, null, terms).price;
}

/** For goods without batches, the scanned batch and day of expiry are written into the line's note, which the receipt prints. */
const noteOf = ({ batch, expires }: CodeReading): string | null => [batch, expires].filter(Boolean).join(' · ') || null;

/** Adds an item that was typed or touched. */
export function takeItem(
  store: SaleStore,
  { item, unit_fk }: FoundItem | { item: FoundItem['item']; unit_fk?: number },
): void {
  if (isRetired(item, store)) return;
  store.edit((cart) => withItem(cart, item, { unit: unit_fk ?? usualUnit(item) }));
}

interface Typing {
  readonly store: SaleStore;
  readonly catalogue: Pick<Catalogue, 'byBarcode'>;
  readonly scales: readonly ScaleFormat[];
  readonly terms: Pick<Terms, 'quantity_limit'>;
}

/** Takes a typed quantity; `typed` are the digits as they were typed, with Latin digits. */
export async function takeTyped(typed: string, wanted: Wanted, typing: Typing): Promise<void> {
  const { store, catalogue, scales, terms } = typing;
  const text = typed.trim();
  if (!mayBeCode(text)) return takeQuantity(store, wanted, terms);
  // In turn, so that a payment that begins meanwhile has the quantity.
  await store.inTurn(async () => {
    const { found } = await findScanned(text, catalogue, scales);
    if (found) store.set({ asked: { ...wanted, coded: found.item } });
    else takeQuantity(store, wanted, terms);
  });
}
