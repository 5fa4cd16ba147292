/**
 * The effect of a scan: an item becomes a line, a receipt is opened, a card sets the customer; other codes show a
 * notice.
 */

import { scannedBatch } from '../../../domain/batches/scanned-batch.ts';
import { plainText } from '../../../domain/catalogue/code.ts';
import { withoutSymbol } from '../../../domain/catalogue/gs1.ts';
import type { ScaleFormat } from '../../../domain/catalogue/scales.ts';
import { type CodeReading, isMeasured, quantityOf, readCode } from '../../../domain/catalogue/scanned-code.ts';
import { isPart } from '../../../domain/documents/whole-quantities.ts';
import { type Batch, hasSerials, isSameNumber } from '../../../domain/values/batch.ts';
import { money } from '../../../domain/values/money.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import type { Catalogue, FoundItem } from '../device/catalogue/catalogue.ts';
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
  if (!found && namedPiece(text, scanning.store)) return 'line';
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

/**
 * A code that nobody knows is the serial number of a piece on the receipt that waits for one: its item was scanned before
 * by its barcode.
 */
function namedPiece(text: string, store: SaleStore): boolean {
  const number = plainText(withoutSymbol(text)).trim();
  const waits = ({ item, batch }: CartLine) => hasSerials(item) && !batch;
  let isNamed = false;
  store.edit((cart) => {
    const line = cart.lines.findLast(waits);
    if (!line || number.length < SERIAL_LENGTH_MIN || isOnReceipt(cart, line.item.id, number)) return cart;
    isNamed = true;
    return withLine(cart, line.line_id, { batch: { batch_number: number, expire_date: null } });
  });
  return isNamed;
}

/** A shorter code is the number of a card, or was typed by mistake. */
const SERIAL_LENGTH_MIN = 6;

const isOnReceipt = (cart: Cart, item: number, number: string): boolean =>
  cart.lines.some((line) => line.item.id === item && isSameNumber(line.batch?.batch_number ?? null, number));

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

function addFound({ item, unit_fk: unit, serial }: FoundItem, reading: CodeReading, { store, terms }: Scanning): void {
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
  const said = serial ?? reading.serial;
  const batch = scannedBatch({ ...reading, ...(said === undefined ? {} : { serial: said }) }, item, onHand);
  const note = batch ? null : noteOf(reading);
  if (hasSerials(item)) {
    addPiece(item, unit, batch, store);
    return;
  }
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

/** Each piece is a line: its number is on the receipt once, and fills a line of its item that waits for one. */
function addPiece(item: FoundItem['item'], unit: number, piece: Batch | undefined, store: SaleStore): void {
  store.edit((cart) => {
    if (!piece) return withItem(cart, item, { unit, apart: true });
    if (isOnReceipt(cart, item.id, piece.batch_number ?? '')) return cart;
    const waits = cart.lines.find((line) => line.item.id === item.id && line.unit_fk === unit && !line.batch);
    return waits ? withLine(cart, waits.line_id, { batch: piece }) : withItem(cart, item, { unit, batch: piece });
  });
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
  store.edit((cart) => withItem(cart, item, { unit: unit_fk ?? usualUnit(item), apart: hasSerials(item) }));
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
