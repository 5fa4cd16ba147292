/** Settlements without money: bad debts, set-offs, and balances that move to another party or currency. */

import { accountOf, isCashAccount } from '../../domain/chart/chart.ts';
import { journalUse, PARTY_ACCOUNTS } from '../../domain/chart/journal-line.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import type { ChartAccount } from '../shared/api/chart.ts';
import { listThatFits } from '../shared/api/wire.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { CARRIED, currencyFields, isForeign } from '../shared/document/fields/usual-fields.ts';
import { useCurrencies } from '../shared/document/model/amount-format.ts';
import type { FieldDeclaration, Wire } from '../shared/document/model/declaration.ts';
import { type Fields, isEmpty } from '../shared/document/model/draft.ts';
import { rateOfDay } from '../shared/document/model/goods/rate-of-day.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { MONEY_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { headerOfCash } from '../shared/document/single-amount.ts';
import { fieldLabel } from '../shared/language/names.ts';
import { isSettled, type Settled as SettledAmount } from '../shared/party/allocation.ts';
import { ChosenDocuments } from '../shared/party/allocations-tab.tsx';
import { choosesAgain } from '../shared/party/payment-draft.ts';
import { DocumentLink } from '../shared/report/report-links.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

/** Fields of which one is chosen: the others are hidden then. */
const oneOfThese = <Name extends string>(fields: readonly FieldDeclaration<Name>[]): FieldDeclaration<Name>[] =>
  fields.map((field) => ({
    ...field,
    shown: (header) => fields.every((other) => other.field === field.field || isEmpty(header[other.field])),
  }));

/** Accounts of a balance that is nobody's: neither money nor what another party has open. */
const takesBalances = ({ account }: ChartAccount): boolean => {
  const named = accountOf(account);
  if (!named || isCashAccount(named) || PARTY_ACCOUNTS[named.key]) return false;
  return journalUse(named) !== 'never';
};

const directionOf = (header: Fields): 'in' | 'out' => (isEmpty(header['customer_fk']) ? 'out' : 'in');

/** The foreign one of the two currencies. */
const ratedCurrency = (header: Fields): unknown =>
  isForeign(header) ? header['currency_fk'] : (header['to_currency_fk'] ?? null);

const isBetweenParties = (header: Fields): boolean =>
  !isEmpty(header['to_customer_fk']) || !isEmpty(header['to_supplier_fk']);
const isInOther = (header: Fields): boolean =>
  isBetweenParties(header) && !isEmpty(header['to_currency_fk']) && header['to_currency_fk'] !== header['currency_fk'];

const rateFor = (header: Fields): Fields => rateOfDay(directionOf(header), ratedCurrency(header), header);

const inCurrency = currencyFields(directionOf).map((field): typeof field => {
  if (field.kind === 'rate') {
    const shown = (header: Fields) => isForeign(header) || (isInOther(header) && ratedCurrency(header) !== null);
    return { ...field, shown, ofDay: rateFor };
  }
  const fills = (row: unknown, header: Fields) => ({
    ...rateFor({ ...header, currency_fk: Number(membersOf(row)['currency_id']) }),
    ...choosesAgain(row, header),
  });
  return { ...field, fills };
});

const wire: Wire = {
  send: ({ allocations, allocate, ...body }) => {
    if (allocate !== 'chosen') return body;
    const chosen = listThatFits<SettledAmount>(allocations, { document: 'string', amount: 'string' });
    return { ...body, allocations: chosen.filter(isSettled) };
  },
  // Stored ones are shown in a separate tab.
  read: ({ allocations: _made, to_allocations: _others, ...data }) => data,
  place: (path) => (path.startsWith('allocations') ? 'allocations' : path),
};

export const declaration = declareEditor<'settlements', 'allocate'>('settlements', {
  header: [
    ...oneOfThese([
      { field: 'customer_fk', kind: 'lookup', resource: 'customers', fills: choosesAgain },
      { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers', fills: choosesAgain },
    ]),
    { field: 'settled_as', kind: 'choice', options: ['debt', 'credit'], required: true, fills: choosesAgain },
    'amount',
    'date',
    ...oneOfThese([
      { field: 'account', kind: 'account', accepts: takesBalances },
      { field: 'to_customer_fk', kind: 'lookup', resource: 'customers' },
      { field: 'to_supplier_fk', kind: 'lookup', resource: 'suppliers' },
    ]),
    { field: 'reason', kind: 'text', required: true },
  ],
  details: [
    { field: 'allocate', kind: 'choice', options: ['oldest', 'chosen'], required: true },
    'outlet_fk',
    ...inCurrency,
    {
      field: 'to_currency_fk',
      kind: 'lookup',
      resource: 'currencies',
      shown: isBetweenParties,
      fills: (row, header) => rateFor({ ...header, to_currency_fk: Number(membersOf(row)['currency_id']) }),
      empties: { to_amount: null },
    },
    { field: 'to_amount', kind: 'amount', currencyField: 'to_currency_fk', shown: isInOther },
    'reference_number',
    'note',
  ],
  carried: { header: [...CARRIED, 'allocations'] },
  wire,
  tab: { name: 'allocations', content: SettledTab },
  noDraft: true,
  newHeader: (context) => {
    const { account_fk: _account, ...header } = headerOfCash(context);
    return { ...header, settled_as: 'debt', allocate: 'oldest' };
  },
  transitions: MONEY_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(declaration, {
  columns: [
    ...usual('number', 'date', 'customer_fk', 'supplier_fk'),
    { field: 'settled_as', kind: 'option' },
    { field: 'to_customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'to_supplier_fk', kind: 'reference', resource: 'suppliers' },
    ...usual('status', 'currency_fk', 'total', 'total_base', 'outlet_fk'),
    { field: 'reason', kind: 'text' },
    ...usual('reference_number'),
  ],
  filters: [
    ...by('date', 'customer_fk', 'supplier_fk', 'outlet_fk'),
    oneOf('settled_as', ['debt', 'credit']),
    oneOf('status', ['complete', 'reversed']),
  ],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});

function SettledTab({ session }: { session: DocumentSession }) {
  const { server } = useSessionState(session);
  if (!server) return <ChosenDocuments session={session} />;
  const sides = [
    ['allocations', 'currency_fk'],
    ['to_allocations', 'to_currency_fk'],
  ] as const;
  return (
    <div className="flex flex-col gap-5 p-4">
      {sides.map(([field, currency]) => (
        <SettledDocuments
          key={field}
          field={field}
          rows={objectsOf(server.data[field])}
          currency={Number(server.data[currency] ?? server.data['currency_fk'])}
        />
      ))}
    </div>
  );
}

type Settled = Readonly<Record<string, unknown>>;

interface SettledDocumentsProps {
  readonly field: string;
  readonly rows: readonly Settled[];
  /** Of the settled amounts. */
  readonly currency: number;
}

function SettledDocuments({ field, rows, currency }: SettledDocumentsProps) {
  const { decimals } = useCurrencies()(currency);
  if (rows.length === 0) return null;
  return (
    <section className="max-w-3xl">
      <h2 className="font-semibold">{fieldLabel(field)}</h2>
      <ul className="mt-1">
        {rows.map(({ document, document_number: number, date, amount }) => {
          const [, kind = '', id = '0'] = /^(.*)-(\d+)$/.exec(String(document)) ?? [];
          return (
            <li
              key={`${document} ${date}`}
              className="grid grid-cols-[1fr_auto_140px] gap-4 border-b border-edge py-1.5"
            >
              <DocumentLink kind={kind} id={Number(id)} number={typeof number === 'string' ? number : null} />
              <Day value={String(date)} />
              <span className="text-end">
                <Amount value={String(amount)} decimalsMin={decimals} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
