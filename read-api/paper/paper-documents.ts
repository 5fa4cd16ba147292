/**
 * The content of a printed document: the facts, rows and totals that its paper declares, with the names of references.
 */
import type { DocumentBody } from '../../domain/documents/document-amounts.ts';
import { cashRounding } from '../../domain/paper/cash-rounding.ts';
import { layoutOf } from '../../domain/paper/layout.ts';
import type { PaperCurrency, PaperDocument, PaperParty } from '../../domain/paper/paper.schema.ts';
import { ADVANCE, type Paper, type PaperColumn, paperOf } from '../../domain/paper/paper.ts';
import { priceParts } from '../../domain/paper/price-parts.ts';
import { EXCHANGE } from '../../domain/paper/till-papers.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { printMoney } from '../../domain/values/money.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Snapshot } from '../database/reader.ts';
import { type Row, readStream } from '../lists/names.ts';
import { nameFieldOf } from '../lists/references.ts';
import { type AccountName, fetchAccountNames } from './account-names.ts';
import { recordData } from './business.ts';
import { partyDetails } from './party-details.ts';
import { printedLines } from './printed-lines.ts';
import { fetchReferredNumbers, type NumberOf } from './referred-numbers.ts';
import type { SettledAmounts } from './settled-amounts.ts';

interface Printed {
  /** The answer of `GET r/{id}`. */
  readonly shown: Row;
  /** The document's state. */
  readonly data: DocumentBody;
  readonly settled: SettledAmounts;
  readonly proof: PaperDocument['proof'];
}

/** What stands on the paper instead of a number of the records. */
interface Named {
  readonly numberOf: NumberOf;
  readonly accountName: AccountName;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** One, or one for each row, if the paper is declared so. */
export async function paperDocuments(snapshot: Snapshot, declared: Paper, printed: Printed): Promise<PaperDocument[]> {
  const { shown } = printed;
  const paper = paperOf(declared, shown);
  const columns = [...(paper.table?.columns ?? []), ...(paper.table?.further ?? [])];
  const rows = paper.table ? inOwnCurrency(rowsOf(shown[paper.table.of]), shown) : [];
  const numberOf = await fetchReferredNumbers(snapshot, [shown, ...rows], [...paper.facts, ...columns]);
  const accountName = await fetchAccountNames(snapshot, [shown, ...rows]);
  const lines = await printedLines(snapshot, { rows, columns, data: printed.data, shown, numberOf, accountName });
  const whole = await wholeDocument(snapshot, paper, { ...printed, numberOf, accountName });
  if (!paper.isEachRow) return [{ ...whole, lines }];
  return lines.map((line) => ({ ...whole, lines: [line], total: line['amount'] ?? null }));
}

/** Rows of unreversed allocations, one for each; the command that created an allocation stores it. */
function rowsOf(list: unknown): readonly Row[] {
  return objectsOf(list).flatMap((row): readonly Row[] => {
    if (!Array.isArray(row['allocations'])) return [{ ...row }];
    return row['standing'] === false ? [] : objectsOf(row['allocations']).map((each) => ({ ...each }));
  });
}

/** Beside documents in the other currency, each one in the money's own currency says so too. */
function inOwnCurrency(rows: readonly Row[], { currency_fk, currency_name }: Row): readonly Row[] {
  if (!rows.some(({ used }) => typeof used === 'string')) return rows;
  return rows.map((row) =>
    row['used'] === undefined ? { ...row, currency_fk, currency_name, used: row['amount'] } : row,
  );
}

async function wholeDocument(
  snapshot: Snapshot,
  paper: Paper,
  { shown, data, settled, proof, ...named }: Printed & Named,
): Promise<Omit<PaperDocument, 'lines'>> {
  const currency = await currencyOf(snapshot, shown['currency_fk'] ?? shown['system_currency_fk']);
  const party = await partyOf(snapshot, paper, shown);
  const payments = objectsOf(data['payments']).filter(({ standing }) => standing !== false);
  const paidWith = await Promise.all(payments.map((payment) => paymentOf(snapshot, payment)));
  return {
    layout: layoutOf(paper),
    number: text(shown['number']),
    status: String(shown['status']),
    date: text(shown['date']),
    time: text(shown['time']),
    ...(currency ? { currency } : {}),
    ...(party ? { party } : {}),
    facts: (await Promise.all(paper.facts.map((column) => factOf(snapshot, shown, column, named)))).flat(),
    ...amountsOf(paper, shown, data),
    ...(paper.totals ? settled : {}),
    ...(paidWith.length > 0 ? { payments: paidWith } : {}),
    change: nonZero(text(data['change_amount'])),
    ...roundingOf(paper, shown, data),
    note: text(shown['note']),
    ...(proof ? { proof } : {}),
  };
}

/** Empty for a field without a value. */
async function factOf(
  snapshot: Snapshot,
  shown: Row,
  { field, kind, currency: currencyField }: PaperColumn,
  { numberOf, accountName }: Named,
): Promise<PaperDocument['facts']> {
  const value = field.endsWith('_fk')
    ? (text(shown[nameFieldOf(field)]) ?? numberOf(field, shown[field]))
    : ((field === 'account' ? accountName(shown[field]) : null) ?? plainText(shown[field]));
  if (value === null) return [];
  const currency = currencyField === undefined ? undefined : await currencyOf(snapshot, shown[currencyField]);
  return [{ field, kind, value, ...(currency ? { currency } : {}) }];
}

export function plainText(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : text(value);
}

const nonZero = (amount: string | null): string | null =>
  amount === null || /^-?0(\.0*)?$/.test(amount) ? null : amount;

/**
 * The totals below the lines. A document of one amount that has none, such as the disposal of an asset, has no total.
 */
function amountsOf({ totals }: Paper, shown: Row, data: DocumentBody): Pick<PaperDocument, 'totals' | 'total'> {
  if (!totals) return { totals: [] };
  const total = totals === 'amount' ? nonZero(text(shown['total'])) : text(shown['total']);
  return { totals: totals === 'priced' ? priceParts(data).map((part) => ({ ...part })) : [], total };
}

/** Only of what was paid at a till: what is paid on account later is no rounding. */
function roundingOf({ isReceipt }: Paper, shown: Row, data: DocumentBody): Pick<PaperDocument, 'cash_rounding'> {
  const total = text(shown['total']);
  const payments = objectsOf(data['payments']);
  const isPaid = payments.length > 0 && payments.every(({ method }) => typeof method === 'string');
  if (!isReceipt || !isPaid || total === null) return {};
  const rounding = cashRounding({
    payments: payments.map(({ amount, currency_fk, rate }) => ({
      amount: String(amount),
      currency_fk: Number(currency_fk),
      rate: text(rate),
    })),
    change: text(data['change_amount']),
    total,
    system_currency_fk: Number(shown['system_currency_fk']),
  });
  return { cash_rounding: nonZero(printMoney(rounding)) };
}

async function paymentOf(
  snapshot: Snapshot,
  payment: unknown,
): Promise<NonNullable<PaperDocument['payments']>[number]> {
  const { method: paidBy, amount, currency_fk, rate, is_exchanged, date } = membersOf(payment);
  const method = is_exchanged === true ? EXCHANGE : (paidBy ?? ADVANCE);
  const currency = await currencyOf(snapshot, currency_fk);
  const paid = { method: String(method), amount: String(amount), ...(currency ? { currency } : {}), rate: text(rate) };
  return method === ADVANCE ? { ...paid, date: text(date) } : paid;
}

export async function currencyOf(snapshot: Snapshot, id: unknown): Promise<PaperCurrency | undefined> {
  if (typeof id !== 'number') return undefined;
  const [row] = await snapshot
    .selectFrom('read.record as r')
    .select(['r.data', shownName('r').as('currency_name')])
    .where('r.kind', '=', 'currency')
    .where('r.id', '=', id)
    .execute();
  if (!row) return undefined;
  const { symbol, decimals } = row.data;
  return {
    currency_fk: id,
    currency_name: row.currency_name,
    symbol: text(symbol) ?? '',
    decimals: typeof decimals === 'number' ? decimals : 0,
  };
}

/** The addressee with its address and phones. */
async function partyOf(snapshot: Snapshot, { party: role }: Paper, shown: Row): Promise<PaperParty | undefined> {
  if (role === undefined) return undefined;
  const [id, name] = [shown[role], text(shown[nameFieldOf(role)])];
  const stream = typeof id === 'number' ? readStream(`${role.slice(0, -3)}-${id}`) : undefined;
  if (!stream || name === null) return undefined;
  const data = await recordData(snapshot, stream.kind, stream.id);
  return { role, name, ...(await partyDetails(snapshot, data)) };
}
