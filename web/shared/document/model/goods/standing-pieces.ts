/**
 * Counts a piece by its serial number, in a round and in the document of a count: where the number stands by the books is
 * asked for, and a person says whether a piece was found that the books do not have here.
 */
import { checkDigit } from '../../../../../domain/catalogue/barcode.ts';
import { plainText } from '../../../../../domain/catalogue/code.ts';
import type { Reads } from '../../../api/read.ts';
import { say } from '../../../language/language.ts';
import { notifyError } from '../../../notify/notify.ts';
import { sound } from '../../../notify/sounds.ts';
import { isolateLtr } from '../../../typing/digits.ts';

export type StandingPiece = Reads['inventory_adjustments/piece'][number];
type Standing = Pick<StandingPiece, 'serial_number' | 'stands' | 'inventory_name' | 'left_with' | 'left_on'>;

export interface PieceGoods {
  readonly item_fk: number;
  readonly item_name: string | null;
}

/** A number that is counted only when a person says that its piece was found. */
export interface PieceQuestion {
  readonly number: string;
  /** What the item may be: one where it is known. */
  readonly items: readonly PieceGoods[];
  /** The item that was counted before it. */
  readonly likely: PieceGoods | undefined;
  /** The piece has left, as the books have it. */
  readonly gone: (PieceGoods & Standing) | undefined;
}

export interface PieceCount<Item extends PieceGoods = PieceGoods> {
  readonly find: (number: string) => Promise<readonly (Item & Standing)[]>;
  readonly isCounted: (item: number, number: string) => boolean;
  /** Why pieces of this item are not counted; undefined where they are. */
  readonly whyNot?: (item: Item, number: string) => string | undefined;
  /** What a number may be of that the books do not have. */
  readonly goods: () => readonly Item[];
  readonly likely: () => Item | undefined;
  readonly count: (item: Item, number: string) => void | Promise<void>;
}

/** False for a code that is of no piece. `item`: that of the number, unless the books have the number of another one. */
export async function countPiece<Item extends PieceGoods>(
  counting: PieceCount<Item>,
  code: string,
  item?: Item,
): Promise<boolean> {
  const number = code.trim();
  const likely = item ?? counting.likely();
  const known = item ? [item] : counting.goods();
  if (known.some(({ item_fk }) => counting.isCounted(item_fk, number))) {
    refuse('counted', number);
    return true;
  }
  const found = await counting.find(number);
  const own = found.filter(({ item_fk }) => item_fk === item?.item_fk);
  const [piece, next] = own.length > 0 ? own : found;
  if (piece && next && piece.stands !== 'here') await ask(counting, { number, items: found });
  else if (piece) await takeStanding(counting, piece);
  else if (item || (known.length > 0 && !isBarcode(number))) await ask(counting, { number, items: known, likely });
  else return false;
  return true;
}

/** Counts the piece unless it is counted already: the books are not asked. */
export async function countFound<Item extends PieceGoods>(counting: PieceCount<Item>, item: Item, number: string) {
  if (counting.isCounted(item.item_fk, number)) return refuse('counted', number);
  sound('scanned');
  await counting.count(item, number);
}

async function takeStanding<Item extends PieceGoods>(counting: PieceCount<Item>, piece: Item & Standing) {
  const { serial_number: number, stands, inventory_name, item_fk, item_name } = piece;
  const why = counting.whyNot?.(piece, number);
  if (why !== undefined) return refused(why);
  if (stands === 'here' || counting.isCounted(item_fk, number)) return countFound(counting, piece, number);
  if (stands === 'gone') return ask(counting, { number, items: [piece], likely: piece, gone: piece });
  const place = stands === 'later' ? 'later' : inventory_name === null ? 'elsewhere' : 'in';
  return refuse(place, number, { item: item_name ?? '', inventory: inventory_name ?? '' });
}

interface Asking<Item> extends Partial<Omit<PieceQuestion, 'items'>> {
  readonly number: string;
  readonly items: readonly Item[];
}

async function ask<Item extends PieceGoods>(counting: PieceCount<Item>, { number, items, ...more }: Asking<Item>) {
  sound('unknown');
  const answer = await pieceQuestions.ask({ number, items, likely: more.likely, gone: more.gone });
  const item = items.find(({ item_fk }) => item_fk === answer);
  if (item) await countFound(counting, item, number);
  else refuse('not_counted', number);
}

/** Says with a sound why a number is not counted. */
function refuse(words: string, number: string, more: Readonly<Record<string, string>> = {}): void {
  refused(say(`counting:pieces.${words}`, { number: isolateLtr(number), ...more }));
}

function refused(sentence: string): void {
  sound('unknown');
  notifyError(sentence);
}

/** The barcode of goods that nobody entered yet is no number of a piece: its last digit checks the others. */
export function isBarcode(typed: string): boolean {
  const code = plainText(typed);
  return /^(\d{8}|\d{12,14})$/.test(code) && checkDigit(code.slice(0, -1)) === Number(code.at(-1));
}

interface Waiting {
  readonly question: PieceQuestion;
  /** The item that was found, or nothing. */
  readonly answer: (item: number | undefined) => void;
}

/** What the page shows of them: the first question, at the innermost of the places that show one. */
interface Shown {
  readonly first: Waiting | undefined;
  readonly at: object | undefined;
}

/** The questions that wait for an answer, one after the other. */
class PieceQuestions {
  #waiting: readonly Waiting[] = [];
  #places: readonly object[] = [];
  #shown: Shown = { first: undefined, at: undefined };
  readonly #listeners = new Set<() => void>();

  read = (): Shown => this.#shown;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  ask(question: PieceQuestion): Promise<number | undefined> {
    return new Promise((resolve) => {
      const answer = (item: number | undefined) => {
        this.#waiting = this.#waiting.filter((other) => other.answer !== answer);
        this.#tell();
        resolve(item);
      };
      this.#waiting = [...this.#waiting, { question, answer }];
      this.#tell();
    });
  }

  /** Where nobody can answer any more, nothing was found. */
  open(place: object): () => void {
    this.#places = [...this.#places, place];
    this.#tell();
    return () => {
      this.#places = this.#places.filter((other) => other !== place);
      this.#tell();
      if (this.#places.length === 0) for (const { answer } of this.#waiting) answer(undefined);
    };
  }

  #tell(): void {
    this.#shown = { first: this.#waiting[0], at: this.#places.at(-1) };
    for (const listener of this.#listeners) listener();
  }
}

export const pieceQuestions = new PieceQuestions();
