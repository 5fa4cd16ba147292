/** The books in an exchange format, written piece by piece from one snapshot, so that memory use stays constant. */
import { type Money, toMoney, ZERO } from '../../../domain/values/money.ts';
import { programVersion } from '../../../identity/machine/program-version.ts';
import type { Person } from '../../../identity/person.ts';
import { startLongSnapshot } from '../../database/long-snapshot.ts';
import type { Snapshot } from '../../database/reader.ts';
import type { Reader } from '../../database/reader-type.ts';
import { outletsOf } from '../../http/scope.ts';
import { beancountEntry, beancountHead } from './beancount.ts';
import { type Books, type ExportEntry, type ExportQuery, entriesOf, readBooks } from './entries.ts';
import { GoodsMoved, unvaluedMoves } from './goods-moved.ts';
import { hledgerEntry, hledgerHead, hledgerMove } from './hledger.ts';
import { SAFT_FOOT, type SaftTotals, saftEntry, saftHead } from './saft.ts';
import { readMasters } from './saft-masters.ts';

export const EXPORT_FORMATS = ['hledger', 'beancount', 'saft'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_FILES: Readonly<Record<ExportFormat, { readonly extension: string; readonly type: string }>> = {
  hledger: { extension: 'journal', type: 'text/plain; charset=utf-8' },
  beancount: { extension: 'beancount', type: 'text/plain; charset=utf-8' },
  saft: { extension: 'xml', type: 'application/xml; charset=utf-8' },
};

export interface ExportOptions extends ExportQuery {
  readonly format: ExportFormat;
  /** Day of the export, for the header of SAF-T. */
  readonly today: string;
}

/** The transaction ends with the last piece, or when the reader disconnects. */
export async function* exportBooks(reader: Reader, person: Person, options: ExportOptions): AsyncGenerator<string> {
  const transaction = await startLongSnapshot(reader);
  try {
    const books = await readBooks(transaction, options, person);
    yield* piecesOf(transaction, books, person, options);
  } finally {
    await transaction.rollback().execute();
  }
}

async function* piecesOf(
  snapshot: Snapshot,
  books: Books,
  person: Person,
  { format, today }: ExportOptions,
): AsyncGenerator<string> {
  switch (format) {
    case 'hledger':
      yield* hledgerHead(books);
      yield* written(snapshot, books, person, hledgerEntry, new GoodsMoved(snapshot, books));
      return yield* movesOf(snapshot, books, person);
    case 'beancount':
      yield* beancountHead(books);
      return yield* written(snapshot, books, person, beancountEntry);
    case 'saft':
      // SAF-T writes totals before the entries, so the entries are read twice.
      yield* saftHead(books, await totalsOf(snapshot, books, person), await readMasters(snapshot), {
        on: today,
        by: programVersion(),
      });
      yield* written(snapshot, books, person, saftEntry);
      yield SAFT_FOOT;
  }
}

async function* written(
  snapshot: Snapshot,
  books: Books,
  person: Person,
  write: (books: Books, entry: ExportEntry) => string,
  goods?: GoodsMoved,
): AsyncGenerator<string> {
  for await (const page of entriesOf(snapshot, books, person, goods)) {
    if (page.length > 0) yield page.map((entry) => write(books, entry)).join('');
  }
}

/** What moved without an entry is on the account of its inventory. */
async function* movesOf(snapshot: Snapshot, books: Books, person: Person): AsyncGenerator<string> {
  const { asAt, known, chart } = books;
  const accounts = new Map(
    chart.inOrder.flatMap(({ record_kind, record_id, account }) =>
      record_kind === 'inventory' && record_id !== null ? [[record_id, account] as const] : [],
    ),
  );
  const bounds = { asAt, known, outlets: outletsOf(person) };
  for (const move of await unvaluedMoves(snapshot, bounds)) {
    const account = accounts.get(move.inventory);
    if (account !== undefined) yield hledgerMove(books, move, account);
  }
}

async function totalsOf(snapshot: Snapshot, books: Books, person: Person): Promise<SaftTotals> {
  let [entries, debit, credit] = [0, ZERO, ZERO];
  const accounts = new Map<number, Money>();
  const parties = new Map<string, Money>();
  const add = <Key>(sums: Map<Key, Money>, key: Key, amount: Money) =>
    sums.set(key, toMoney((sums.get(key) ?? ZERO) + amount));
  for await (const page of entriesOf(snapshot, books, person)) {
    entries += page.length;
    for (const { account, party, base } of page.flatMap(({ lines }) => lines)) {
      if (base > 0n) debit = toMoney(debit + base);
      else credit = toMoney(credit - base);
      if (account !== undefined) add(accounts, account, base);
      if (party !== null) add(parties, party, base);
    }
  }
  return { entries, debit, credit, accounts, parties };
}
