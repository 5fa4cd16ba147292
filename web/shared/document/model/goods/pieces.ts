/** Serial numbers on the lines of a document: typed, pasted and scanned. */
import { plainText } from '../../../../../domain/catalogue/code.ts';
import { type BatchQuantity, isSameNumber } from '../../../../../domain/values/batch.ts';
import {
  NO_QUANTITY,
  printQuantity,
  QUANTITY_ONE,
  readQuantity,
  toQuantity,
} from '../../../../../domain/values/quantity.ts';
import type { EditorDeclaration } from '../declaration.ts';
import type { Fields, Line } from '../draft.ts';
import type { EditingStore } from '../editing-store.ts';
import { hasPieces, packBatches, unpackBatches } from './batches.ts';
import { knownItem, unitsOf } from './items.ts';

/** The numbers of a text: one a line, a cell of a table, or a word after a comma. */
export const numbersIn = (text: string): string[] =>
  text
    .split(/[\r\n\t,;،؛]+/)
    .map((number) => number.trim())
    .filter((number) => number !== '');

export const piecesOf = (numbers: readonly string[]): BatchQuantity[] =>
  numbers.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' }));

/** A document whose lines name pieces. */
export interface LinesOfPieces {
  readonly store: EditingStore;
  readonly declaration: EditorDeclaration;
}

/** Whether the lines of a document name several pieces. */
export const namesPieces = ({ declaration }: LinesOfPieces): boolean =>
  declaration.columns.some(({ field }) => field === 'batches');

const numbersOf = ({ fields }: Line): readonly BatchQuantity[] => unpackBatches(fields['batches']);

/** The number of pieces of a line, where a piece is one of its unit; a return begins without any. */
function countOf({ item_fk, unit_fk, quantity }: Fields): bigint | undefined {
  const unit = unitsOf(knownItem(Number(item_fk))).find((other) => other.unit_fk === unit_fk);
  if (!unit?.is_base) return undefined;
  return quantity === null ? NO_QUANTITY : typeof quantity === 'string' ? readQuantity(quantity) : undefined;
}

/** Whether a line of the document, besides one of them, has the piece already. */
export const hasNumber = ({ store }: LinesOfPieces, item: number, number: string, besides?: number): boolean =>
  store.state.draft.lines.some(
    (line) =>
      line.key !== besides &&
      line.fields['item_fk'] === item &&
      numbersOf(line).some(({ batch_number }) => isSameNumber(batch_number, number)),
  );

/**
 * Adds a piece to a line of its item: the number of a piece that has none yet, or one piece more. False where no line of
 * the item can take it.
 */
export function addPiece({ store }: LinesOfPieces, item: number, number: string): boolean {
  const lines = store.state.draft.lines.filter(({ fields }) => fields['item_fk'] === item);
  const counted = lines.flatMap((line) => {
    const count = countOf(line.fields);
    return count === undefined ? [] : [{ line, count, named: numbersOf(line) }];
  });
  const open = counted.find(({ count, named }) => count > BigInt(named.length) * QUANTITY_ONE) ?? counted[0];
  if (!open) return false;
  const { line, count, named } = open;
  const next = [...named, ...piecesOf([number])];
  const least = BigInt(next.length) * QUANTITY_ONE;
  const value = printQuantity(toQuantity(count > least ? count : least));
  const at = { table: 'lines', key: line.key, field: 'quantity' } as const;
  store.edit({ do: 'set', at, value, also: { batches: packBatches(next) } });
  return true;
}

/** More numbers than pieces raise the quantity of a line; fewer do not lower it, because some may be told later. */
export function raisedBy(fields: Fields, named: readonly BatchQuantity[]): Fields {
  const count = hasPieces(fields) ? countOf(fields) : undefined;
  const least = BigInt(named.length) * QUANTITY_ONE;
  return count === undefined || count < 0n || count >= least ? {} : { quantity: printQuantity(toQuantity(least)) };
}

/** Fifteen digits, the last of which checks the others (Luhn), are the number of a telephone. */
function isImei(typed: string): boolean {
  const code = plainText(typed);
  if (!/^\d{15}$/.test(code)) return false;
  const sum = [...code].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The item whose line takes a code that nobody knows as the number of a piece: that of the last line that still waits for
 * numbers, and for an IMEI that of the last line with pieces, which has one more then.
 */
export function itemThatTakes({ store }: LinesOfPieces, code: string): number | undefined {
  const lines = store.state.draft.lines.filter(({ fields }) => hasPieces(fields));
  const waits = (line: Line) => (countOf(line.fields) ?? 0n) > BigInt(numbersOf(line).length) * QUANTITY_ONE;
  const line = lines.findLast(waits) ?? (isImei(code) ? lines.at(-1) : undefined);
  return line === undefined ? undefined : Number(line.fields['item_fk']);
}
