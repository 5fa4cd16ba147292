/** The account of a customer or supplier, line by line, with a running balance in each currency, and its ageing. */

import type { Reads } from '../shared/api/read.ts';
import { runningFigure } from '../shared/explain/links.tsx';
import { say } from '../shared/language/language.ts';
import { usePreferences } from '../shared/language/preferences.ts';
import * as columns from '../shared/report/columns.tsx';
import { AS_AT, FROM, KNOWN_AT, OUTLET } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import { shapeDigits } from '../shared/typing/digits.ts';
import { Ageing, agedFigures, OWED, owedBy } from './statement-ageing.tsx';

type Statement = Reads['reports/customers_statement'];
type StatementRow = Statement['data'][number];
type Balance = Statement['closing'][number];

/** In the currency of each. */
const balances = (parties: 'customers' | 'suppliers', at: 'opening' | 'closing', of: readonly Balance[]) =>
  of.map(({ currency_fk, currency_name, amount }) => ({
    name: `${at} ${currency_fk}`,
    label: `${say(`report:${at}`)} ${currency_name ?? ''}`,
    value: owedBy(parties, amount),
  }));

/** Code, address and phones of the party, as on its paper. */
function Whereabouts({ consumer_code: code, consumer_address: address, consumer_phones: phones }: Statement) {
  const { digits } = usePreferences();
  const said = [code, address, ...phones.map((phone) => shapeDigits(phone, digits))].filter((part) => part);
  if (said.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 px-4 pb-2 text-ink-muted">
      {said.map((part) => (
        <bdi key={part}>{part}</bdi>
      ))}
    </p>
  );
}

const statementOf = (parties: 'customers' | 'suppliers') =>
  reportScreen({
    endpoint: `reports/${parties}_statement`,
    title: `names:${parties}_statement`,
    subject: ({ consumer_name }) => consumer_name ?? '',
    filters: [
      { name: 'consumer_id', kind: 'lookup', resource: parties, label: `report:filters.${parties}`, required: true },
      { name: 'currency_fk', kind: 'lookup', resource: 'currencies', label: 'report:filters.currency' },
      FROM,
      AS_AT,
      KNOWN_AT,
      OUTLET,
    ],
    ask: { parameter: 'consumer_id', text: 'ledger:choose_party' },
    paged: true,
    rows: ({ data }) => data,
    rowKey: columns.lineKey,
    party: (answer) => ({
      role: parties === 'customers' ? 'customer_fk' : 'supplier_fk',
      name: answer.consumer_name ?? '',
      code: answer.consumer_code,
      address: answer.consumer_address,
      phones: [...answer.consumer_phones],
    }),
    above: (answer, { search }) => (
      <>
        <Whereabouts {...answer} />
        <Ageing {...answer} parties={parties} search={search} />
      </>
    ),
    // Lines of a statement are in currencies of their own, which do not add up.
    figures: ({ closing }) => balances(parties, 'closing', closing),
    sums: ({ opening, closing, ageing }) => [
      ...balances(parties, 'opening', opening),
      ...balances(parties, 'closing', closing),
      ...agedFigures(ageing),
    ],
    columns: () => [
      columns.dateColumn(),
      columns.documentColumn(),
      { ...columns.textColumn(), isMinor: true },
      { name: 'currency', label: 'report:columns.currency', width: '110px', text: (row) => row.currency_name ?? '' },
      columns.figureColumn('rate', { label: 'report:columns.exchange_rate', isMinor: true }),
      columns.figureColumn('debit', { label: 'report:columns.debit_plain', blankZero: true }),
      columns.figureColumn('credit', { label: 'report:columns.credit_plain', blankZero: true }),
      columns.figureColumn('balance', {
        label: 'report:columns.balance_plain',
        text: (row) => owedBy(parties, String(row['balance'] ?? '0')),
      }),
      ...columns.eventColumns<StatementRow>(),
    ],
    explains: ({ column, row }) =>
      row && runningFigure(column, row, { currency_fk: row.currency_fk, ...OWED[parties] }),
  });

export const CustomerStatement = statementOf('customers');
export const SupplierStatement = statementOf('suppliers');
