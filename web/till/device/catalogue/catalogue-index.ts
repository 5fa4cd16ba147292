/**
 * Indexes of the catalogue. Rows are stored in buckets, because a browser needs minutes for a hundred thousand single
 * rows. An item's bucket depends on its id, a barcode's on its hash; the folded names of a thousand items form one
 * bucket.
 */
import { cleanCode, keyOfCode } from '../../../../domain/catalogue/code.ts';
import { hasSerials } from '../../../../domain/values/batch.ts';
import { foldForSearch } from '../../../../domain/values/folding.ts';
import { telephoneKey, telephoneTyped } from '../../../../domain/values/telephone.ts';
import type { TillCustomer, TillItem } from './catalogue-rows.ts';

const ROWS_IN_BUCKET = 64;
const NAMES_IN_BUCKET = 1_024;
export const BARCODE_BUCKETS = 1_024;

export const rowBucket = (id: number): number => Math.floor(id / ROWS_IN_BUCKET);
export const nameBucket = (id: number): number => Math.floor(id / NAMES_IN_BUCKET);

/** FNV-1a hash of the code. */
export function barcodeBucket(code: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < code.length; index += 1) {
    hash = Math.imul(hash ^ code.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % BARCODE_BUCKETS;
}

export interface BarcodePlace {
  /** The key of the code. */
  readonly code: string;
  /** The code, where its key has another spelling. */
  readonly spelled?: string;
  readonly item: number;
  readonly unit: number;
  /** True for the code of the item; an equal barcode takes precedence. */
  readonly isCode: boolean;
  /** True for the serial number of a piece on hand; an equal barcode or code takes precedence. */
  readonly isPiece?: true;
}

/** The barcodes of all units, the item's code with its default unit, and the serial numbers of its pieces on hand. */
export const barcodesOf = (item: TillItem): readonly BarcodePlace[] => [...codesOf(item), ...piecesOf(item)];

function piecesOf(item: TillItem): readonly BarcodePlace[] {
  const base = item.item_units.find(({ is_base }) => is_base);
  if (!base || !hasSerials(item)) return [];
  const numbers = (item.batches ?? []).flatMap(({ batch_number }) => batch_number ?? []);
  return numbers.map((number) => {
    return { ...keyed(number), item: item.id, unit: base.unit_fk, isCode: false, isPiece: true };
  });
}

function codesOf({ id, item_code, item_units }: TillItem): readonly BarcodePlace[] {
  const ofUnits = item_units.flatMap(({ unit_fk, barcodes }) =>
    barcodes.map((code) => ({ ...keyed(code), item: id, unit: unit_fk, isCode: false })),
  );
  const usual = item_units.find(({ is_default }) => is_default) ?? item_units.find(({ is_base }) => is_base);
  if (!item_code || !usual) return ofUnits;
  return [...ofUnits, { ...keyed(item_code), item: id, unit: usual.unit_fk, isCode: true }];
}

function keyed(code: string): Pick<BarcodePlace, 'code' | 'spelled'> {
  const key = keyOfCode(code);
  return key === code ? { code: key } : { code: key, spelled: cleanCode(code) };
}

/** A barcode takes precedence over the code of an item, and of several barcodes with one key the one with this spelling. */
export function bestPlace(places: readonly BarcodePlace[], key: string, text: string): BarcodePlace | undefined {
  const same = places.filter(({ code }) => code === key);
  const barcodes = same.filter(({ isCode, isPiece }) => !isCode && !isPiece);
  const exact = cleanCode(text);
  const barcode = barcodes.find(({ code, spelled = code }) => spelled === exact) ?? barcodes[0];
  return barcode ?? same.find(({ isCode }) => isCode) ?? same[0];
}

/** Folded texts of up to a thousand rows, in parallel lists. */
export interface NameBucket {
  readonly ids: readonly number[];
  /** The parts of a text (names, code, barcodes) are separated by line breaks. */
  readonly texts: readonly string[];
  /** The row's own category; 0 for none. */
  readonly categories: readonly number[];
}

const foldedLines = (parts: readonly (string | null | undefined)[]): string =>
  parts.flatMap((part) => (part ? [foldForSearch(part)] : [])).join('\n');

export const textOfItem = (item: TillItem): string =>
  foldedLines([
    item.item_name,
    item.item_name_ar,
    item.item_name_ckb,
    item.item_code,
    ...item.item_units.flatMap(({ barcodes }) => barcodes),
    ...item.item_units.flatMap(({ barcodes }) => barcodes.map(keyOfCode).filter((key, at) => key !== barcodes[at])),
  ]);

export const textOfCustomer = (customer: TillCustomer): string =>
  foldedLines([
    customer.consumer_name,
    customer.code,
    customer.mobile,
    customer.mobile && telephoneKey(customer.mobile),
  ]);

/** More matches are not ranked, because the query is too unspecific. */
const RANKED_MAX = 2_000;

/** Ids of rows that contain every word of the query, or the telephone that it is, best match first. */
export function findIn(buckets: Iterable<NameBucket>, query: string, limit: number): readonly number[] {
  const folded = foldForSearch(query);
  if (folded === '') return [];
  const words = folded.split(' ');
  const telephone = telephoneTyped(query);
  const isMeant = (text: string): boolean =>
    words.every((word) => text.includes(word)) || (telephone !== undefined && text.includes(`\n${telephone}`));
  const found: { readonly id: number; readonly rank: number; readonly text: string }[] = [];
  for (const { ids, texts } of buckets) {
    for (const [index, text] of texts.entries()) {
      if (!isMeant(text)) continue;
      found.push({ id: ids[index] ?? 0, rank: rankOf(text, folded, telephone), text });
    }
    if (found.length >= RANKED_MAX) break;
  }
  found.sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : 1));
  return found.slice(0, limit).map(({ id }) => id);
}

/** Rank: an equal name or code, one that starts with the query, one with a word that does, and the rest. */
function rankOf(text: string, query: string, telephone: string | undefined): number {
  const lines = text.split('\n');
  if (lines.includes(query) || (telephone !== undefined && lines.includes(telephone))) return 0;
  if (lines.some((line) => line.startsWith(query))) return 1;
  return text.includes(` ${query}`) ? 2 : 3;
}

/** Rows of these categories, sorted by text. */
export function inCategories(buckets: Iterable<NameBucket>, categories: ReadonlySet<number>): readonly number[] {
  const found: { readonly id: number; readonly text: string }[] = [];
  for (const bucket of buckets) {
    for (const [index, category] of bucket.categories.entries()) {
      if (categories.has(category)) found.push({ id: bucket.ids[index] ?? 0, text: bucket.texts[index] ?? '' });
    }
  }
  return found.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(({ id }) => id);
}
