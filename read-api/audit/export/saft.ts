/**
 * The books as a SAF-T audit file (OECD, Standard Audit File for Tax 2.00): the header, the accounts with their opening
 * and closing balances, customers and suppliers, taxes and products, and every entry. Amounts are in the system
 * currency, and in the line's currency with its rate.
 */
import XMLBuilder from 'fast-xml-builder';
import { accountNumber } from '../../../domain/chart/chart.ts';
import { type Money, toMoney, ZERO } from '../../../domain/values/money.ts';
import { type Books, codeOf, type ExportEntry, type ExportLine } from './entries.ts';
import type { SaftMasters } from './saft-masters.ts';
import { accountTitle, amountText, describe, keyOf, magnitude } from './words.ts';

export interface SaftTotals {
  readonly entries: number;
  readonly debit: Money;
  readonly credit: Money;
  /** Closing balance of each account, debit positive. */
  readonly accounts: ReadonlyMap<number, Money>;
  /** Closing balance of each party, debit positive. */
  readonly parties: ReadonlyMap<string, Money>;
}

const ELSEWHERE = 'OTHER-OUTLETS';

/** Elements by name, in their order; undefined elements are omitted. */
interface Elements {
  readonly [name: string]: string | undefined | Elements | readonly Elements[];
}

/** XML 1.0 allows no control characters, and the library does not remove them. */
const printable = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ');
const builder = new XMLBuilder({ tagValueProcessor: (_name, value) => printable(String(value)) });
const xml = (elements: Elements): string => builder.build(elements);

const balances = (balance: Money): Elements => ({
  OpeningDebitBalance: amountText(ZERO),
  ...(balance < 0n
    ? { ClosingCreditBalance: amountText(magnitude(balance)) }
    : { ClosingDebitBalance: amountText(balance) }),
});

/** Lists are written element by element, because their whole text may exceed the longest string. */
function* list(name: string, elements: Iterable<Elements>): Generator<string> {
  let isOpen = false;
  for (const element of elements) {
    yield `${isOpen ? '' : `<${name}>\n`}${xml(element)}\n`;
    isOpen = true;
  }
  if (isOpen) yield `</${name}>\n`;
}

export function* saftHead(
  books: Books,
  totals: SaftTotals,
  masters: SaftMasters,
  made: { readonly on: string; readonly by: string },
): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<AuditFile xmlns="urn:OECD:StandardAuditFile-Tax:2.00">\n';
  yield xml({ Header: header(books, made) });
  yield '\n<MasterFiles>\n';
  yield* list('GeneralLedgerAccounts', accounts(books, totals));
  yield* list('Customers', parties(books, totals, 'customer'));
  yield* list('Suppliers', parties(books, totals, 'supplier'));
  yield* list('TaxTable', masters.taxes.map(taxEntry));
  yield* list('Products', masters.products.map(product));
  yield '</MasterFiles>\n<GeneralLedgerEntries>';
  yield xml({
    NumberOfEntries: String(totals.entries),
    TotalDebit: amountText(totals.debit),
    TotalCredit: amountText(totals.credit),
  });
  yield `\n<Journal>${xml({ JournalID: 'GL', Description: 'General ledger', Type: 'GL' })}\n`;
}

const header = (books: Books, made: { readonly on: string; readonly by: string }): Elements => ({
  AuditFileVersion: '2.00',
  AuditFileCountry: 'IQ',
  AuditFileDateCreated: made.on,
  SoftwareCompanyName: 'Daftar',
  SoftwareID: 'Daftar',
  SoftwareVersion: made.by,
  Company: {
    Name: books.business,
    TaxRegistration: books.taxNumber === undefined ? undefined : { TaxRegistrationNumber: books.taxNumber },
  },
  DefaultCurrencyCode: codeOf(books, books.system),
  SelectionCriteria: {
    SelectionStartDate: books.firstDate ?? made.on,
    SelectionEndDate: books.lastDate ?? made.on,
  },
  HeaderComment: `As known at position ${books.position} of the log`,
});

function* accounts(books: Books, totals: SaftTotals): Generator<Elements> {
  for (const account of books.chart.inOrder) {
    const balance = totals.accounts.get(account.account);
    if (balance === undefined) continue;
    yield {
      Account: {
        AccountID: account.code,
        AccountDescription: accountTitle(account),
        AccountType: account.statement,
        ...balances(balance),
      },
    };
  }
}

function* parties(books: Books, totals: SaftTotals, kind: 'customer' | 'supplier'): Generator<Elements> {
  const AccountID = codeIn(books, accountNumber({ key: kind === 'customer' ? 'receivable' : 'payable' }));
  for (const [party, balance] of totals.parties) {
    if (!party.startsWith(`${kind}-`)) continue;
    const Name = books.names.get(party) ?? party;
    yield kind === 'customer'
      ? { Customer: { Name, CustomerID: party, AccountID, ...balances(balance) } }
      : { Supplier: { Name, SupplierID: party, AccountID, ...balances(balance) } };
  }
}

const taxEntry = ({ code, name, from, percentage }: SaftMasters['taxes'][number]): Elements => ({
  TaxTableEntry: {
    TaxType: 'VAT',
    Description: name,
    TaxCodeDetails: {
      TaxCode: code,
      EffectiveDate: from ?? undefined,
      TaxPercentage: percentage,
      Country: 'IQ',
    },
  },
});

const product = ({ code, name, unit }: SaftMasters['products'][number]): Elements => ({
  Product: { ProductCode: code, Description: name, UOMBase: unit ?? undefined },
});

export function saftEntry(books: Books, entry: ExportEntry): string {
  const { effectiveDate: date, recordedAt } = entry;
  const transaction: Elements = {
    TransactionID: `${entry.position}-${entry.entryNo}`,
    Period: String(Number(date.slice(5, 7))),
    PeriodYear: date.slice(0, 4),
    TransactionDate: date,
    SourceID: books.names.get(`user-${entry.actor}`) ?? entry.actor,
    TransactionType: entry.kind,
    Description: describe(entry),
    SystemEntryDate: recordedAt.slice(0, 10),
    GLPostingDate: date,
    SystemID: entry.position,
    Line: entry.lines.map((line, index) => lineOf(books, entry, line, index + 1)),
  };
  return `${xml({ Transaction: transaction })}\n`;
}

const codeIn = ({ chart }: Books, account: number): string => chart.get(account)?.code ?? String(account);

function lineOf(books: Books, entry: ExportEntry, line: ExportLine, number: number): Elements {
  return {
    RecordID: String(number),
    AccountID: line.account === undefined ? ELSEWHERE : codeIn(books, line.account),
    SourceDocumentID: entry.number ?? entry.document,
    ...partyId(line.party),
    Description: (line.account !== undefined && keyOf(line.account)) || 'other outlets',
    [line.base < 0n ? 'CreditAmount' : 'DebitAmount']: {
      Amount: amountText(magnitude(line.base)),
      ...(line.currency === books.system ? {} : inCurrency(books, line)),
    },
  };
}

/** Only customers and suppliers are in the master files: outlets, assets, staff and salesmen have no element. */
function partyId(party: ExportLine['party']): Elements {
  if (party?.startsWith('customer-')) return { CustomerID: party };
  if (party?.startsWith('supplier-')) return { SupplierID: party };
  return {};
}

const inCurrency = (books: Books, { base, foreign, currency, rate }: ExportLine): Elements => ({
  CurrencyCode: codeOf(books, currency),
  // A base amount without a foreign amount, or with the opposite sign, has a sign that its side does not express.
  CurrencyAmount: amountText(toMoney(base < 0n ? -foreign : foreign)),
  ExchangeRate: rate ?? undefined,
});

export const SAFT_FOOT = '</Journal>\n</GeneralLedgerEntries>\n</AuditFile>\n';
