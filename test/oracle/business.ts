/** A business in which random histories are played through the real commands. */
import fc from 'fast-check';
import type { CommandAnswer } from '../../command-api/handling/request.ts';
import type { CostRule } from '../../domain/costing/rules.ts';
import type { StoreRows } from '../../event-store/memory/rows.ts';
import { MemoryStore } from '../../event-store/memory/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { type Act, act, WHAT } from '../projector/acts.ts';
import { Play } from '../projector/histories.ts';
import { Projection } from '../projector/projection.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import { BOOKS, type BooksAct, BooksPlay, booksAct, YEARS, type Years } from './books-play.ts';
import { openPlaces } from './chance.ts';
import { DESK, type DeskAct, DeskPlay, deskAct } from './desk-play.ts';
import { LIFE, type LifeAct, LifePlay, lifeAct } from './life-play.ts';
import { MemoryBooks } from './memory-books.ts';
import { TILL, type TillAct, TillPlay, tillAct } from './till-play.ts';
import { WIDER, type WiderAct, WiderPlay, widerAct } from './wider-play.ts';

export type AnyAct = Act | WiderAct | TillAct | BooksAct | DeskAct | LifeAct;

/**
 * All acts; an act that is listed several times is more probable. `field` is the name of the property whose value is
 * `name`.
 */
const ALL = [
  ...WHAT.map((name) => ({ field: 'what', name, arbitrary: act })),
  ...WIDER.map((name) => ({ field: 'wider', name, arbitrary: widerAct })),
  ...DESK.map((name) => ({ field: 'desk', name, arbitrary: deskAct })),
  ...TILL.map((name) => ({ field: 'till', name, arbitrary: tillAct })),
  ...BOOKS.map((name) => ({ field: 'books', name, arbitrary: booksAct })),
  ...LIFE.map((name) => ({ field: 'life', name, arbitrary: lifeAct })),
] as const;
const TRADE = ALL.filter(({ field, name }) => field === 'what' && (name === 'buy' || name === 'sell'));

const one = ({ field, name, arbitrary }: (typeof ALL)[number]): fc.Arbitrary<AnyAct> =>
  (arbitrary as fc.Arbitrary<AnyAct>).map((anyAct) => ({ ...anyAct, [field]: name }) as AnyAct);
const oneOf = (chosen: readonly (typeof ALL)[number][]) => fc.oneof(...chosen.map(one));

/** One act of each entry of `ALL`. */
export const everyAct: fc.Arbitrary<AnyAct[]> = fc.tuple(...ALL.map(one));

const named = (field: string, ...names: readonly string[]) =>
  ALL.filter((value) => value.field === field && (names.length === 0 || names.includes(value.name)));

/** Groups of acts that concern the same documents. */
const GROUPS = [
  [
    ...named(
      'what',
      'order',
      'advance',
      'buy_ordered',
      'receive',
      'bill',
      'give_back',
      'apply_cost',
      'withdraw_cost',
      'land',
      'take_back',
      'complete',
    ),
    ...named('desk', 'buy'),
  ],
  [...named('till'), ...named('desk', 'settle_app')],
  [
    ...named('what', 'settle', 'pay', 'return', 'give_back'),
    ...named('wider', 'settle', 'set_off', 'allocate', 'unallocate'),
    ...named('books', 'correct_rate'),
  ],
  [...named('desk', 'quote', 'order', 'order_on', 'order_back', 'sell', 'set_aside'), ...named('books', 'commission')],
  [...named('what', 'send', 'sell_over', 'arrive'), ...named('desk', 'send_over', 'give_back_over', 'arrive')],
  [...named('wider', 'dividend', 'remit', 'pay_out', 'capital', 'move_money', 'journal', 'expense', 'income', 'open')],
  [...named('books')],
  [...named('what', 'order', 'advance', 'buy_ordered', 'undo_ordered')],
  [...named('desk', 'sell'), ...named('books', 'commission', 'pay_commission')],
  [
    ...named('wider', 'deliver', 'deliver', 'adjust'),
    ...named('what', 'sell', 'return', 'take_back', 'complete', 'count'),
    ...named('desk', 'sell'),
    ...named('books', 'correct_rate', 'recalculate'),
  ],
  [...named('desk', 'sell', 'buy'), ...named('books', 'correct_rate')],
  // A sale is posted again after its deliveries, and before its returns.
  [
    ...named('desk', 'sell'),
    ...named('wider', 'deliver'),
    ...named('what', 'return'),
    ...named('books', 'correct_rate'),
  ],
  // Documents of both parties are set off, and what is open under that is settled.
  [...named('wider', 'set_off', 'settle'), ...named('desk', 'sell', 'buy'), ...named('books', 'correct_rate')],
  [...named('what', 'return', 'give_back'), ...named('wider', 'settle', 'unallocate')],
  // Goods come, are billed and go back in parts and in several units, before and after their bills and later costs.
  [...named('what', 'receive', 'give_back', 'bill', 'take_back', 'apply_cost', 'land')],
  [...named('what', 'return', 'give_back', 'take_back', 'complete'), ...named('wider', 'deliver')],
  [...named('what', 'send', 'sell_over', 'arrive'), ...named('desk', 'give_back_over', 'arrive')],
  // Documents of a closed year, with the goods and debts that they concern.
  [...named('books', 'close_year', 'close_year', 'reopen_year'), ...named('what', 'receive', 'apply_cost', 'return')],
  [...named('what', 'sell_over'), ...named('desk', 'send_over', 'give_back_over', 'arrive', 'buy')],
  [
    ...named('books', 'recalculate'),
    ...named('what', 'return', 'take_back', 'apply_cost', 'give_back', 'count', 'send', 'sell_over', 'arrive', 'make'),
    ...named('wider', 'adjust', 'move_goods'),
    ...named('desk', 'convert', 'give_back_over', 'buy'),
  ],
] as const;

/**
 * A list of `least` to `most` acts: of all kinds, or of buying and selling with a few other kinds, so that these affect
 * each other often.
 */
export const acts = (least: number, most: number): fc.Arbitrary<AnyAct[]> => {
  const list = (of: fc.Arbitrary<AnyAct>) => fc.array(of, { minLength: least, maxLength: most, size: 'max' });
  const some = fc.subarray([...ALL], { minLength: 4, maxLength: 14 });
  const groups = fc.subarray([...GROUPS], { minLength: 1, maxLength: 2 });
  const turns = ALL.filter(({ name }) => name === 'turn').slice(0, 3);
  return fc.oneof(
    { arbitrary: list(oneOf(ALL)), weight: 1 },
    { arbitrary: some.chain((chosen) => list(oneOf([...TRADE, ...turns, ...chosen]))), weight: 2 },
    { arbitrary: groups.chain((chosen) => list(oneOf([...TRADE, ...turns, ...chosen.flat()]))), weight: 2 },
  );
};

const DAY_MS = 86_400_000;

const AVERAGE: CostRule = { scope: 'inventory', method: 'moving_average' };

/**
 * Opens a business and its records. `given` replaces the memory store; `begin` is called before any record is entered.
 */
/** What the opening of a business stored, and what its commands were answered. */
interface Opening {
  readonly rows: StoreRows;
  readonly answers: readonly CommandAnswer[];
}

/** Businesses that are opened alike store the same, so only the first of them handles the commands. */
const openings = new Map<string, Opening>();

function openedStore(clock: () => Date, known: Opening | undefined): MemoryStore {
  const store = new MemoryStore(clock);
  if (known) store.load(known.rows);
  return store;
}

/** The commands of an opening: handled and kept, or answered as those of an opening before. */
function openingOf(shop: Shop, known: Opening | undefined) {
  const { handle } = shop;
  const answers: CommandAnswer[] = [];
  const kept = known?.answers.values();
  shop.handle = async (request) => {
    const answer = kept ? kept.next().value : await handle(request);
    if (!answer) throw new RangeError('an opening has more commands than the one before');
    answers.push(answer);
    return answer;
  };
  return (): readonly CommandAnswer[] => {
    shop.handle = handle;
    return answers;
  };
}

export async function openBusiness(
  allowNegative: boolean,
  years: Years = YEARS,
  rule: CostRule = AVERAGE,
  { given, begin }: { readonly given?: CommandStore; readonly begin?: (shop: Shop, store: CommandStore) => void } = {},
) {
  const clock = { now: new Date('2026-02-20T08:00:00Z') };
  const name = JSON.stringify([allowNegative, years, rule.scope]);
  const isAlike = given === undefined && begin === undefined;
  const known = isAlike ? openings.get(name) : undefined;
  const own = openedStore(() => clock.now, known);
  const store: CommandStore = given ?? own;
  const books = new MemoryBooks(store);
  const shop = new Shop(store, clock, books.measure);
  begin?.(shop, store);
  const isOpen = isAlike ? openingOf(shop, known) : () => [];
  const premises = await openPremises(shop, allowNegative, years, rule.scope);
  const places = await openPlaces(shop, premises);
  const play = new Play(shop, premises);
  const wider = new WiderPlay(shop, premises, places);
  const till = await TillPlay.open(shop, premises);
  const desk = await DeskPlay.open(shop, premises, places);
  const office = await BooksPlay.open(shop, premises, places, { years, store, books });
  const answers = isOpen();
  if (isAlike && !known) openings.set(name, { rows: own.takeChanged(), answers });
  if (rule.method === 'fifo') await office.valueFrom(years[0]?.start_date ?? '', 'fifo');
  const life = new LifePlay(shop, places);
  const run = async (anyAct: AnyAct) => {
    shop.asDraft = anyAct.of % 7 === 0;
    shop.isLate = anyAct.of % 3 === 1;
    clock.now = new Date(clock.now.getTime() + (anyAct.count % 5) * DAY_MS);
    if ('wider' in anyAct) await wider.run(anyAct);
    else if ('till' in anyAct) await till.run(anyAct);
    else if ('books' in anyAct) await office.run(anyAct);
    else if ('desk' in anyAct) await desk.run(anyAct);
    else if ('life' in anyAct) await life.run(anyAct);
    else await play.run(anyAct);
  };
  return {
    shop,
    clock,
    premises,
    places,
    store,
    books,
    run,
    head: () => store.head(),
    events: () => store.readAll(0n, 100_000),
    /** Projects the whole log with the real projector into a new build of the read models. */
    project: async (databaseUrl: string) => {
      const projection = await Projection.open(databaseUrl, store);
      await projection.catchUp();
      return projection;
    },
  };
}
