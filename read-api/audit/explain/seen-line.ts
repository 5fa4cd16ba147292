/**
 * Who may see a single line: a person who may see a ledger that lists it, or its document, or a figure that contains
 * it. The permission for some other report shows sums, and not every line of the books.
 */
import { sql } from 'kysely';
import { forbidden } from '../../../identity/guard.ts';
import type { Person } from '../../../identity/person.ts';
import type { Chart } from '../../books/chart.ts';
import { readKnownAt } from '../../books/known-at.ts';
import { ofShownKinds } from '../../books/seen-events.ts';
import type { Snapshot } from '../../database/reader.ts';
import { notFound } from '../../http/scope.ts';
import { whereAll } from '../../lists/list.ts';
import type { Condition } from '../../lists/list-source.ts';
import { readFigure, reportOf } from './figure.ts';
import type { StoredLine } from './line-read.ts';
import { fromTable } from './lines.ts';
import type { Source } from './made.ts';
import { makeFigure } from './value.ts';

/** Reports that lead to the lines of any account. */
const OF_ANY_ACCOUNT = ['trial_balance', 'account_ledger', 'general_ledger', 'journal'].map(
  (name) => `financial_reports/${name}`,
);
const CASH_BOOK = 'financial_reports/cash_book';
/** Reports that lead to any movement of goods. */
const OF_GOODS = ['item_transactions', 'inventory', 'stock_valuation'].map((name) => `reports/${name}`);
const STATEMENTS: Readonly<Record<string, string>> = {
  customer: 'reports/customers_statement',
  supplier: 'reports/suppliers_statement',
};

/** Throws 403 for a figure of a report that the person may not see, and 404 for a line that they may not see. */
export async function mustSeeLine(
  { snapshot, person, chart }: { readonly snapshot: Snapshot; readonly person: Person; readonly chart: Chart },
  line: StoredLine,
  reference: string | undefined,
): Promise<void> {
  if (ledgersOf(line, chart).some((permission) => person.can(permission))) return;
  if (await showsDocument(snapshot, person, line)) return;
  if (reference === undefined) throw notFound();
  const figure = readFigure(reference);
  const { permission } = reportOf(figure).route;
  if (!person.can(permission)) throw forbidden(permission);
  const known = await readKnownAt(snapshot, figure['known_at']);
  const made = await makeFigure({ snapshot, person, figure, known, chart });
  if (made.is !== 'lines' || made.source !== line.source) throw notFound();
  const { rows } = await sql`
    select 1 from ${fromTable(made)} ${whereAll([...made.where, ...PLACE[line.source](line)])} limit 1`.execute(
    snapshot,
  );
  if (rows.length === 0) throw notFound();
}

function ledgersOf({ source, party, account }: StoredLine, chart: Chart): readonly string[] {
  const ofParty = STATEMENTS[party?.split('-')[0] ?? ''] ?? [];
  if (source === 'stock') return OF_GOODS;
  if (source === 'open') return [ofParty].flat();
  const isCash = account !== null && chart.get(account)?.record_kind === 'cash';
  return [...OF_ANY_ACCOUNT, ...[ofParty].flat(), ...(isCash ? [CASH_BOOK] : [])];
}

/** The log shows the lines of documents that the person may open (`seen-events.ts`). */
async function showsDocument(snapshot: Snapshot, person: Person, line: StoredLine): Promise<boolean> {
  const shown = ofShownKinds(person, sql`l.kind`, sql`l.id`);
  const { rows } = await sql`
    select 1 from (select ${line.document_kind}::text as kind, ${line.document_id}::int as id) l ${whereAll(shown)}`.execute(
    snapshot,
  );
  return rows.length > 0;
}

/** The line among the lines of a figure. */
const PLACE: Readonly<Record<Source, (line: StoredLine) => readonly Condition[]>> = {
  journal: ({ position, line_no: line }) => [sql`j.position = ${position}`, sql`j.line_no = ${line}`],
  stock: ({ position, line_no: line, cause_position, item_fk, inventory_fk }) => [
    sql`j.position = ${position}`,
    sql`j.move_line = ${line}`,
    sql`j.move_position = ${cause_position}`,
    sql`j.item_fk = ${item_fk}`,
    sql`j.inventory_fk = ${inventory_fk}`,
  ],
  open: ({ position, line_no: line }) => [sql`j.position = ${position}`, sql`j.line_no = ${line}`],
};
