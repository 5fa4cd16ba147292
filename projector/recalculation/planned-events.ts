/**
 * The preview of a corrected rate or a changed rule: folds the planned events over the current books as the projector
 * would, and stores nothing.
 */
import pg from 'pg';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { inHeldBuild, untilOwnBuild } from '../builds/own-build.ts';
import { readPosition } from '../checkpoint/checkpoint.ts';
import { booksModel } from '../models/books/model.ts';
import { journalLine } from '../models/books/tables.ts';
import type { Cell, LogTable, Rows } from '../rows/table.ts';
import { positionsFor, readDecisions } from '../set-aside/set-aside.ts';
import { type Difference, digestOf, shownOf } from './differences.ts';
import type { Recalculated, RecalculationOptions } from './replay.ts';

/** A planned event, in the shape that it would have as the next event of its stream. */
export interface PlannedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: unknown;
}

export async function previewPlanned(
  planned: readonly PlannedEvent[],
  options: Omit<RecalculationOptions, 'signal'>,
): Promise<Recalculated> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    options: '-c jit=off',
    application_name: 'daftar recalculation',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await untilOwnBuild(client, { onWait: () => options.onProgress?.('waiting for the read models of this version') });
    return await inHeldBuild(client, ({ schema }) => previewIn(client, schema, planned, options));
  } finally {
    await client.end();
  }
}

async function previewIn(
  client: pg.Client,
  schema: string,
  planned: readonly PlannedEvent[],
  { store, onProgress }: Pick<RecalculationOptions, 'store' | 'onProgress'>,
): Promise<Recalculated> {
  const position = await readPosition(client, schema, 'books');
  const query = async <Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    (await client.query<Row>(text, [...values])).rows;
  const setAside = positionsFor('books', await readDecisions(store));
  const lines = new JournalLines();
  onProgress?.('valuing goods and money anew');
  await booksModel.fold({ store, reader: { schema, query }, setAside }).take(
    planned.map((event, index) => recorded(event, position + BigInt(index + 1))),
    lines,
  );
  onProgress?.('comparing with the books');
  const differences = await withBefore(client, schema, lines);
  const plan = { position: String(position), digest: digestOf(differences), differences: differences.length };
  return { plan, differences: await shownOf(client, schema, differences), elsewhere: 0, committed: false };
}

function recorded({ stream, revision, type, data }: PlannedEvent, position: bigint): RecordedEvent {
  const recordedAt = new Date().toISOString();
  return { id: '', type, v: 1, data, stream, revision, position, recordedAt, meta: { actor: '', commandId: '' } };
}

type Group = Omit<Difference, 'before' | 'after'>;

/** Sums journal lines by account, document and month; ignores all other rows. */
class JournalLines implements Rows {
  readonly #sums = new Map<string, { readonly group: Group; sum: bigint }>();
  readonly #column = new Map(journalLine.columns.map((name, index) => [name, index]));

  insert(table: LogTable, row: readonly Cell[]): void {
    if (table !== journalLine) return;
    const of = (name: string) => row[this.#column.get(name) ?? -1];
    const group: Group = {
      account: Number(of('account')),
      outlet_fk: Number(of('outlet_fk')),
      currency_fk: Number(of('currency_fk')),
      document: String(of('document')),
      month: `${String(of('effective_date')).slice(0, 7)}-01`,
    };
    const key = keyOf(group);
    const known = this.#sums.get(key) ?? { group, sum: 0n };
    known.sum += money(String(of('base')));
    this.#sums.set(key, known);
  }

  put(): void {}
  add(): void {}
  replace(): void {}

  get changed(): readonly { readonly group: Group; readonly sum: bigint }[] {
    return [...this.#sums.values()].filter(({ sum }) => sum !== 0n);
  }
}

const keyOf = (of: Group) => [of.month, of.document, of.account, of.outlet_fk, of.currency_fk].join('\t');

async function withBefore(client: pg.Client, schema: string, lines: JournalLines): Promise<Difference[]> {
  const { changed } = lines;
  const { rows } = await client.query<Group & { readonly base: string }>(
    `select account, outlet_fk, currency_fk, document, date_trunc('month', effective_date)::date::text as month,
       sum(base)::text as base
     from ${schema}.journal_line where document = any($1) group by 1, 2, 3, 4, 5`,
    [[...new Set(changed.map(({ group }) => group.document))]],
  );
  const before = new Map<string, bigint>(rows.map((row) => [keyOf(row), money(row.base)]));
  return changed
    .map(({ group, sum }): Difference => {
      const was = before.get(keyOf(group)) ?? 0n;
      return { ...group, before: printMoney(toMoney(was)), after: printMoney(toMoney(was + sum)) };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
