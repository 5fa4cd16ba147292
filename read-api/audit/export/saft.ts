/**
 * The books as a SAF-T audit file (OECD, Standard Audit File for Tax 2.00): the header, the accounts with what they
 * open and close at, customers and suppliers, taxes and products, and every entry. Amounts are in the system currency, and in the currency
 * of the line with its rate beside it.
 */
import type { Money } from '../../../domain/kernel/money.ts';
import { accountNumber } from '../../../domain/ledger/chart.ts';
import { type Books, codeOf, type ExportEntry, type ExportLine } from './entries.ts';
import type { SaftMasters } from './saft-masters.ts';
import { accountTitle, amountText, describe, keyOf, magnitude } from './words.ts';

export interface SaftTotals {
  readonly entries: number;
  readonly debit: Money;
  readonly credit: Money;
  /** Closing balance of each account, debit positive. */
  readonly accounts: ReadonlyMap<number, Money>;
  /** The same of each party. */
  readonly parties: ReadonlyMap<string, Money>;
}

const ELSEWHERE = 'OTHER-OUTLETS';

/** XML 1.0 has no place for control characters. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;
const closing = (balance: Money): string =>
  `${element('OpeningDebitBalance', amountText(0n as Money))}${
    balance < 0n
      ? element('ClosingCreditBalance', amountText(magnitude(balance)))
      : element('ClosingDebitBalance', amountText(balance))
  }`;

export function* saftHead(
  books: Books,
  totals: SaftTotals,
  masters: SaftMasters,
  made: { readonly on: string; readonly by: string },
): Generator<string> {
  const currency = codeOf(books, books.system);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<AuditFile xmlns="urn:OECD:StandardAuditFile-Tax:2.00">\n<Header>';
  yield element('AuditFileVersion', '2.00') + element('AuditFileCountry', 'IQ');
  yield element('AuditFileDateCreated', made.on);
  yield element('SoftwareCompanyName', 'Daftar') +
    element('SoftwareID', 'Daftar') +
    element('SoftwareVersion', made.by);
  yield `<Company>${element('Name', books.business)}</Company>${element('DefaultCurrencyCode', currency)}`;
  const [from, to] = [books.firstDate ?? made.on, books.lastDate ?? made.on];
  yield `<SelectionCriteria>${element('SelectionStartDate', from)}${element('SelectionEndDate', to)}</SelectionCriteria>`;
  yield element('HeaderComment', `As known at position ${books.position} of the log`);
  yield '</Header>\n<MasterFiles>\n<GeneralLedgerAccounts>\n';
  for (const account of books.chart.inOrder) {
    const balance = totals.accounts.get(account.account);
    if (balance === undefined) continue;
    yield `<Account>${element('AccountID', account.code)}${element('AccountDescription', accountTitle(account))}`;
    yield `${element('AccountType', account.statement)}${closing(balance)}</Account>\n`;
  }
  yield '</GeneralLedgerAccounts>\n';
  yield* parties(books, totals, 'customer');
  yield* parties(books, totals, 'supplier');
  yield* taxTable(masters);
  yield* products(masters);
  yield '</MasterFiles>\n<GeneralLedgerEntries>';
  yield element('NumberOfEntries', String(totals.entries));
  yield `${element('TotalDebit', amountText(totals.debit))}${element('TotalCredit', amountText(totals.credit))}\n`;
  yield `<Journal>${element('JournalID', 'GL')}${element('Description', 'General ledger')}${element('Type', 'GL')}\n`;
}

function* parties(books: Books, { parties: balances }: SaftTotals, kind: 'customer' | 'supplier'): Generator<string> {
  const own = [...balances].filter(([party]) => party.startsWith(`${kind}-`));
  if (own.length === 0) return;
  const [list, one, key] =
    kind === 'customer'
      ? (['Customers', 'Customer', 'receivable'] as const)
      : (['Suppliers', 'Supplier', 'payable'] as const);
  yield `<${list}>\n`;
  for (const [party, balance] of own) {
    yield `<${one}>${element('Name', books.names.get(party) ?? party)}${element(`${one}ID`, party)}`;
    yield `${element('AccountID', codeIn(books, accountNumber({ key })))}${closing(balance)}</${one}>\n`;
  }
  yield `</${list}>\n`;
}

export function saftEntry(books: Books, entry: ExportEntry): string {
  const { effectiveDate: date, recordedAt } = entry;
  return [
    `<Transaction>${element('TransactionID', `${entry.position}-${entry.entryNo}`)}`,
    element('Period', String(Number(date.slice(5, 7)))) + element('PeriodYear', date.slice(0, 4)),
    element('TransactionDate', date) + element('SourceID', books.names.get(`user-${entry.actor}`) ?? entry.actor),
    element('TransactionType', entry.kind) + element('Description', describe(entry)),
    element('SystemEntryDate', recordedAt.slice(0, 10)) +
      element('GLPostingDate', date) +
      element('SystemID', entry.position),
    ...entry.lines.map((line, index) => lineOf(books, entry, line, index + 1)),
    '</Transaction>\n',
  ].join('');
}

const codeIn = ({ chart }: Books, account: number): string => chart.get(account)?.code ?? String(account);

function lineOf(books: Books, entry: ExportEntry, line: ExportLine, number: number): string {
  const side = line.base < 0n ? 'CreditAmount' : 'DebitAmount';
  const inCurrency =
    line.currency === books.system
      ? ''
      : element('CurrencyCode', codeOf(books, line.currency)) +
        // A worth without an amount, or against it, has the sign that the side does not say.
        element('CurrencyAmount', amountText((line.base < 0n ? -line.foreign : line.foreign) as Money)) +
        (line.rate === null ? '' : element('ExchangeRate', line.rate));
  const party =
    line.party === null ? '' : element(line.party.startsWith('supplier-') ? 'SupplierID' : 'CustomerID', line.party);
  return [
    `<Line>${element('RecordID', String(number))}`,
    element('AccountID', line.account === undefined ? ELSEWHERE : codeIn(books, line.account)),
    element('SourceDocumentID', entry.number ?? entry.document) + party,
    element('Description', (line.account !== undefined && keyOf(line.account)) || 'other outlets'),
    `<${side}>${element('Amount', amountText(magnitude(line.base)))}${inCurrency}</${side}></Line>`,
  ].join('');
}

function* taxTable({ taxes }: SaftMasters): Generator<string> {
  if (taxes.length === 0) return;
  yield '<TaxTable>\n';
  for (const { code, name, from, percentage } of taxes) {
    yield `<TaxTableEntry>${element('TaxType', 'VAT')}${element('Description', name)}`;
    yield `<TaxCodeDetails>${element('TaxCode', code)}${from === null ? '' : element('EffectiveDate', from)}`;
    yield `${element('TaxPercentage', percentage)}${element('Country', 'IQ')}</TaxCodeDetails></TaxTableEntry>\n`;
  }
  yield '</TaxTable>\n';
}

function* products({ products: sold }: SaftMasters): Generator<string> {
  if (sold.length === 0) return;
  yield '<Products>\n';
  for (const { code, name, unit } of sold) {
    yield `<Product>${element('ProductCode', code)}${element('Description', name)}`;
    yield `${unit === null ? '' : element('UOMBase', unit)}</Product>\n`;
  }
  yield '</Products>\n';
}

export const SAFT_FOOT = '</Journal>\n</GeneralLedgerEntries>\n</AuditFile>\n';
