/**
 * References of figures. Every figure of a report can be named in one word, which says where it stands and what it is:
 *
 *     trial_balance;account=1310;side=debit;as_at=2026-03-31;known_at=1042
 *     account_ledger;account=4100;from=2026-03-01;as_at=2026-03-31;measure=credit;outlet_fk=2
 *     statement;party=customer-7;currency_fk=2;measure=foreign
 *     inventory;item_fk=5;inventory_fk=2;measure=value
 *
 * `account` is an account or a heading with all below it. Without `from` the figure is a balance; with it, what moved
 * from that day on. `side` is the column of the trial balance: of a heading, the sum of the accounts that stand there.
 * `own` leaves out what is below the account.
 * `measure` is `base` (system currency, debit positive), `debit` or `credit` (lines of that side alone), `foreign` (in
 * `currency_fk`), and of goods `quantity` or `value`.
 */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { DayText, IdText, KnownAtText } from '../../http/query.schema.ts';
import { BadQuery } from '../../http/validation.ts';

const REPORTS = ['trial_balance', 'account_ledger', 'statement', 'inventory'] as const;
const MEASURES = ['base', 'debit', 'credit', 'foreign', 'quantity', 'value'] as const;

const FigureSchema = Type.Object(
  {
    report: Type.Enum([...REPORTS]),
    account: Type.Optional(IdText()),
    party: Type.Optional(Type.String({ pattern: '^(customer|supplier)-[1-9]\\d{0,9}$' })),
    item_fk: Type.Optional(IdText()),
    inventory_fk: Type.Optional(IdText()),
    outlet_fk: Type.Optional(IdText()),
    currency_fk: Type.Optional(IdText()),
    from: Type.Optional(DayText()),
    as_at: Type.Optional(DayText()),
    known_at: Type.Optional(KnownAtText()),
    side: Type.Optional(Type.Enum(['debit', 'credit'])),
    own: Type.Optional(Type.Literal('1')),
    measure: Type.Optional(Type.Enum([...MEASURES])),
  },
  { additionalProperties: false },
);
export type Figure = Static<typeof FigureSchema>;
const schema = Compile(FigureSchema);

/** Throws BadQuery for what is not the name of a figure. */
export function readFigure(text: string): Figure {
  const [report = '', ...fields] = text.split(';');
  const pairs = fields.map((field) => field.split('=', 2) as [string, string]);
  const figure = { report, ...Object.fromEntries(pairs) };
  const named = new Set(pairs.map(([name]) => name)).size === pairs.length;
  if (!named || !schema.Check(figure) || !isWhole(figure)) {
    throw new BadQuery([{ field: 'figure', message: 'malformed_request' }]);
  }
  return figure;
}

/** What a figure of this report must be about, and which measures it can have. */
function isWhole(figure: Figure): boolean {
  const { report, account, party, item_fk, inventory_fk, currency_fk, side, measure, own } = figure;
  const foreign = measure !== 'foreign' || currency_fk !== undefined;
  const ofGoods = measure === 'quantity' || measure === 'value';
  if (own && account === undefined) return false;
  if (report === 'inventory') return item_fk !== undefined && ofGoods && side === undefined && account === undefined;
  if (ofGoods || item_fk !== undefined || inventory_fk !== undefined || !foreign) return false;
  if (report === 'statement') return party !== undefined && side === undefined && account === undefined;
  return account !== undefined && (side === undefined || (report === 'trial_balance' && !measure));
}

export function printFigure({ report, ...fields }: Figure): string {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return [report, ...named.map(([name, value]) => `${name}=${value}`)].join(';');
}

const PERMISSIONS: Readonly<Record<Figure['report'], string>> = {
  trial_balance: 'financial_reports/trial_balance',
  account_ledger: 'financial_reports/account_ledger##financial_reports/trial_balance',
  statement: '',
  inventory: 'reports/inventory',
};

/** Who may see the report may see what its figures are made of. */
export function permissionOf({ report, party }: Figure): string {
  if (report === 'statement') return `reports/${party?.split('-')[0]}s_statement`;
  return PERMISSIONS[report];
}

export const ANY_REPORT =
  'financial_reports/trial_balance##financial_reports/account_ledger##reports/customers_statement##reports/suppliers_statement##reports/inventory';
