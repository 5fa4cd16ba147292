/**
 * The audit file, read by a strict parser: it is well-formed, valid by the used part of the schema of the OECD's SAF-T
 * 2.00, and equals the books.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { money } from '../../domain/values/money.ts';
import { personOf } from '../../identity/person.ts';
import { exportBooks } from '../../read-api/audit/export/export.ts';
import { smallYear, type Year } from './year.ts';

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/**
 * Parses XML strictly: tags close in order, there is one root, text is only in leaves, and special characters are
 * escaped.
 */
function readXml(xml: string): Element {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  expect(xml.startsWith(declaration)).toBe(true);
  const root: Element = { name: '', children: [], text: '' };
  const open: Element[] = [root];
  const pieces = xml.slice(declaration.length).match(/<[^<>]*>|[^<>]+/g) ?? [];
  expect(pieces.join('')).toBe(xml.slice(declaration.length));
  for (const piece of pieces) {
    const at = open.at(-1) as Element;
    if (!piece.startsWith('<')) at.text += readText(piece);
    else if (piece.startsWith('</')) {
      expect(piece).toBe(`</${at.name}>`);
      if (at.children.length > 0) expect(at.text.trim()).toBe('');
      open.pop();
    } else {
      const [, name = ''] = /^<([A-Z][A-Za-z]*)(?: xmlns="[^"&<]*")?>$/.exec(piece) ?? [];
      expect(name, piece).not.toBe('');
      const element = { name, children: [], text: '' };
      at.children.push(element);
      open.push(element);
    }
  }
  expect(open).toEqual([root]);
  expect([root.children.length, root.text.trim()]).toEqual([1, '']);
  return root.children[0] as Element;
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
function readText(text: string): string {
  expect(text).not.toMatch(/&(?!(amp|lt|gt|quot|apos);)/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them.
  expect(text).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => SIGNS[name] ?? '');
}

const childrenOf = ({ children }: Element, name: string) => children.filter((child) => child.name === name);
function child(of: Element, name: string): Element {
  const found = childrenOf(of, name);
  expect(found, `${of.name}/${name}`).toHaveLength(1);
  return found[0] as Element;
}
const textOf = (of: Element, name: string) => child(of, name).text;

const schema = readFileSync(join(import.meta.dirname, 'saft.xsd'), 'utf8');
/** The problems that the schema finds in the file. */
async function problemsOf(xml: string): Promise<readonly string[]> {
  const file = { fileName: 'books.xml', contents: xml };
  const { errors } = await validateXML({ xml: file, schema, maxMemoryPages: 4096 });
  return errors.map(({ message }) => message);
}

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
let year: Year;
let written: string;
let file: Element;
beforeAll(async () => {
  year = await smallYear();
  await year.shop.register('system_profile', { shop_name: 'Bazaar & sons', tax_number: '900-1' });
  await year.shop.register('tax', {
    tax_name: 'Sales <tax> & "fee"',
    tax_number: 'T-5',
    percentage: '5',
    date: '2026-01-01',
  });
  await sendBetweenOutlets(year);
  await year.projection.catchUp();
  const pieces: string[] = [];
  for await (const piece of exportBooks(year.reader, owner, { format: 'saft', today: '2026-12-31' }))
    pieces.push(piece);
  written = pieces.join('');
  file = readXml(written);
});
afterAll(() => year?.close());

/** The lines that balance each outlet name the other outlet as their party. */
async function sendBetweenOutlets({ shop, premises }: Year): Promise<void> {
  const { outlets, inventories, items, unit } = premises;
  const answer = await shop.enter('stock_transfer', {
    ...{
      outlet_fk: outlets[0],
      inventory_fk: inventories[0],
      to_outlet_fk: outlets[1],
      to_inventory_fk: inventories[1],
    },
    ...{ date: '2026-12-26', lines: [{ item_fk: items[0], unit_fk: unit, quantity: '1' }], status: 'sent' },
  });
  expect(answer).toBeDefined();
  const received = { date: '2026-12-27', lines: [{ line_id: 1, quantity: '1' }] };
  expect(await shop.transit('stock_transfer', answer?.id ?? 0, 'receive', received)).toBeDefined();
}

const one = async <Row extends object>(text: string) => (await year.projection.rows<Row>(text))[0] as Row;

describe('the SAF-T file', () => {
  it('is valid by the schema: elements of the standard in its order, with values of their types', async () => {
    expect(file.name).toBe('AuditFile');
    expect(await problemsOf(written)).toEqual([]);
    const header = child(file, 'Header');
    expect(textOf(header, 'AuditFileVersion')).toBe('2.00');
    const company = child(header, 'Company');
    expect(textOf(company, 'Name')).toBe('Bazaar & sons');
    expect(textOf(child(company, 'TaxRegistration'), 'TaxRegistrationNumber')).toBe('900-1');
    expect(textOf(header, 'DefaultCurrencyCode')).toBe('IQD');
    expect(textOf(header, 'AuditFileDateCreated')).toBe('2026-12-31');
  });

  it.each([
    ['an element of another name', /SystemEntryDate>/g, 'EntryDate>'],
    ['an amount that is no number', /<TotalDebit>[^<]+/, '<TotalDebit>1,5'],
    ['a day that is not in the calendar', /<TransactionDate>[^<]+/, '<TransactionDate>2026-02-30'],
    [
      'a customer that is not among the customers',
      /<CustomerID>[^<]+(?=<\/CustomerID><Description>)/,
      '<CustomerID>nobody',
    ],
    ['a currency without a code', /<DefaultCurrencyCode>[^<]+/, '<DefaultCurrencyCode>dinar'],
  ])('would not be valid with %s', async (_, what, instead) => {
    const changed = written.replace(what, instead);
    expect(changed).not.toBe(written);
    expect(await problemsOf(changed)).not.toEqual([]);
  });

  it('has the accounts, customers, suppliers, taxes and products of the books, each once', async () => {
    const masters = child(file, 'MasterFiles');
    const ids = (list: string, entry: string, id: string) =>
      childrenOf(child(masters, list), entry).map((child) => textOf(child, id));
    const accounts = await year.projection.rows<{ account: number }>('select distinct account from read.journal_line');
    const given = ids('GeneralLedgerAccounts', 'Account', 'AccountID');
    expect(new Set(given).size).toBe(given.length);
    expect(given.toSorted()).toEqual(accounts.map(({ account }) => String(account)).toSorted());
    for (const [list, entry] of [
      ['Customers', 'Customer'],
      ['Suppliers', 'Supplier'],
    ] as const) {
      const parties = await year.projection.rows<{ party: string }>(
        `select distinct party from read.journal_line where party like '${entry.toLowerCase()}-%' order by 1`,
      );
      expect(ids(list, entry, `${entry}ID`).toSorted()).toEqual(parties.map(({ party }) => party));
    }
    const products = await one<{ count: number }>(
      'select count(distinct item_fk)::int as count from read.journal_line',
    );
    expect(childrenOf(child(masters, 'Products'), 'Product')).toHaveLength(products.count);
    const [tax] = childrenOf(child(masters, 'TaxTable'), 'TaxTableEntry');
    expect(textOf(tax as Element, 'Description')).toBe('Sales <tax> & "fee"');
    expect(textOf(child(tax as Element, 'TaxCodeDetails'), 'TaxCode')).toBe('T-5');
  });

  it('names only customers and suppliers in its lines, because it lists no others', async () => {
    const others = await year.projection.rows<{ party: string }>(
      `select distinct party from read.journal_line where party !~ '^(customer|supplier)-' order by 1`,
    );
    expect(others.length).toBeGreaterThan(0);
    const transactions = childrenOf(child(child(file, 'GeneralLedgerEntries'), 'Journal'), 'Transaction');
    const lines = transactions.flatMap((transaction) => childrenOf(transaction, 'Line'));
    const named = (id: 'CustomerID' | 'SupplierID') =>
      new Set(lines.flatMap((line) => childrenOf(line, id)).map(({ text }) => text.replace(/-\d+$/, '')));
    expect([...named('CustomerID')]).toEqual(['customer']);
    expect([...named('SupplierID')]).toEqual(['supplier']);
  });

  it('has as many entries as the books, with their debits and credits, each of which balances', async () => {
    const entries = child(file, 'GeneralLedgerEntries');
    const books = await one<{ entries: number; debit: string; lines: number }>(
      `select count(distinct (position, entry_no))::int as entries, count(*)::int as lines,
         trim_scale(sum(base) filter (where base > 0))::text as debit from read.journal_line`,
    );
    const transactions = childrenOf(child(entries, 'Journal'), 'Transaction');
    expect([textOf(entries, 'NumberOfEntries'), transactions.length]).toEqual([String(books.entries), books.entries]);
    expect(money(textOf(entries, 'TotalDebit'))).toBe(money(books.debit));
    expect(money(textOf(entries, 'TotalCredit'))).toBe(money(books.debit));
    const known = new Set(
      childrenOf(child(child(file, 'MasterFiles'), 'GeneralLedgerAccounts'), 'Account').map((child) =>
        textOf(child, 'AccountID'),
      ),
    );
    let lines = 0;
    for (const transaction of transactions) {
      let sum = 0n;
      for (const line of transaction.children.filter(({ name }) => name === 'Line')) {
        lines += 1;
        expect(known.has(textOf(line, 'AccountID'))).toBe(true);
        for (const side of childrenOf(line, 'DebitAmount')) sum += money(textOf(side, 'Amount'));
        for (const side of childrenOf(line, 'CreditAmount')) sum -= money(textOf(side, 'Amount'));
      }
      expect(sum).toBe(0n);
    }
    expect(lines).toBe(books.lines);
  });
});
