/**
 * The effect of a scan: an item becomes a line, a receipt is opened, a card sets the customer; other codes show a
 * notice.
 */
import { divideRounded } from '../../../domain/kernel/fixed-point.ts';
import { money } from '../../../domain/kernel/money.ts';
import { printQuantity, QUANTITY_ONE, toQuantity } from '../../../domain/kernel/quantity.ts';
import { scannedBatch } from '../../../domain/stock/scanned-batch.ts';
import type { ScaleFormat } from '../../../domain/till/scales.ts';
import type { Catalogue, FoundItem } from '../device/catalogue.ts';
import { type CartLine, withItem, withLine } from './cart.ts';
import { type Terms, usualUnit } from './goods.ts';
import { priceOf } from './listed.ts';
import { type SaleStore, unpaidCart } from './sale-store.ts';
import { readScan, type Scanned } from './scanned.ts';

export type ScanOutcome = 'line' | 'customer' | 'unknown' | { readonly receipt: string };

interface Scanning {
  readonly store: SaleStore;
  readonly catalogue: Catalogue;
  readonly terms: Terms;
  readonly scales: readonly ScaleFormat[];
}

/** Processes scans in their order, also when a later one is found earlier. */
export const takeScan = (text: string, scanning: Scanning): Promise<ScanOutcome> =>
  scanning.store.inTurn(() => lookUp(text, scanning));

async function lookUp(text: string, scanning: Scanning): Promise<ScanOutcome> {
  const { scanned, found } = await findScanned(text, scanning.catalogue, scanning.scales);
  if (scanned.kind === 'receipt') return { receipt: scanned.number };
  if (found) {
    addFound(found, scanned, scanning);
    return 'line';
  }
  const [customer] = await scanning.catalogue.searchCustomers(text.trim(), 5);
  if (customer && customer.code === text.trim()) {
    scanning.store.edit((cart) => ({ ...cart, customer }));
    return 'customer';
  }
  scanning.store.set({ remark: { kind: 'unknown_barcode', code: text.trim() } });
  return 'unknown';
}

interface FoundScan {
  readonly scanned: Scanned;
  /** Undefined for an unknown code, and for a receipt. */
  readonly found: FoundItem | undefined;
}

export async function findScanned(
  text: string,
  catalogue: Catalogue,
  scales: readonly ScaleFormat[],
): Promise<FoundScan> {
  const scanned = readScan(text, scales);
  if (scanned.kind === 'receipt') return { scanned, found: undefined };
  // An item may have the whole code as its own barcode, whatever its form.
  const found = (await catalogue.byBarcode(text.trim())) ?? (await byContent(scanned, catalogue));
  return { scanned, found };
}

/** GS1 products have 14 digits, also stored without leading zeros; scales print an item's code. */
async function byContent(scanned: Scanned, catalogue: Catalogue): Promise<FoundItem | undefined> {
  if (scanned.kind === 'receipt') return undefined;
  const { code } = scanned;
  const plain = code.replace(/^0+/, '');
  return (await catalogue.byBarcode(code)) ?? (plain === code || plain === '' ? undefined : catalogue.byBarcode(plain));
}

/** Tells the cashier that an inactive item is not sold any more. */
function isRetired({ is_active }: FoundItem['item'], store: SaleStore): boolean {
  if (is_active) return false;
  store.set({ remark: { kind: 'said', key: 'selling:remark.retired' } });
  return true;
}

function addFound({ item, unit_fk }: FoundItem, scanned: Scanned, { store, terms }: Scanning): void {
  if (isRetired(item, store)) return;
  const unit = scanned.kind === 'code' ? unit_fk : (item.item_units.find(({ is_base }) => is_base)?.unit_fk ?? unit_fk);
  const count = countOf(scanned, { item, unit_fk: unit }, terms, store);
  const onHand = terms.facts.batchesOnHand?.(item.id, terms.inventory_fk).batches ?? [];
  const batch = scanned.kind === 'code' ? scannedBatch(scanned, item, onHand) : undefined;
  const note = batch ? null : noteOf(scanned);
  store.edit((cart) => {
    // A weighed package is a separate line.
    const next = withItem(cart, item, { unit, count, batch, apart: scanned.kind !== 'code' || note !== null });
    const line = note === null ? undefined : next.lines.at(-1);
    return line ? withLine(next, line.line_id, { note }) : next;
  });
  if (scanned.kind === 'code' && scanned.expires !== undefined && scanned.expires < terms.day) {
    store.set({ remark: { kind: 'said', key: 'selling:remark.expired', params: { day: scanned.expires } } });
  }
}

function countOf(scanned: Scanned, { item, unit_fk }: FoundItem, terms: Terms, store: SaleStore): string {
  if (scanned.kind === 'weighed') return scanned.quantity;
  if (scanned.kind !== 'priced') return '1';
  const line: CartLine = { line_id: 0, item, unit_fk, quantity: '1', price: null, discount: null, note: null };
  const each = money(priceOf(line, unpaidCart(store.current()).customer?.id ?? null, terms).price);
  const count = each <= 0n ? QUANTITY_ONE : divideRounded(money(scanned.amount) * QUANTITY_ONE, each);
  return printQuantity(toQuantity(count));
}

/** For goods without batches, the scanned batch and day of expiry are written into the line's note, which the receipt prints. */
const noteOf = (scanned: Scanned): string | null =>
  scanned.kind === 'code' ? [scanned.batch, scanned.expires].filter(Boolean).join(' · ') || null : null;

/** Adds an item that was typed or touched. */
export function takeItem(
  store: SaleStore,
  { item, unit_fk }: FoundItem | { item: FoundItem['item']; unit_fk?: number },
): void {
  if (isRetired(item, store)) return;
  store.edit((cart) => withItem(cart, item, { unit: unit_fk ?? usualUnit(item) }));
}
