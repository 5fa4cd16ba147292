/**
 * The seeded chart of accounts (docs/accounting.md, section 1): every posting names a system key, and this table maps
 * the key to its account. Keys with `per` have one account for each record (a cash box, an inventory, an expense type),
 * numbered below the control account. Custom accounts are records too, below the `other-…` key of their heading.
 */
import { keysOf } from '../values/members.ts';

export type Statement = 'balance_sheet' | 'income';
export type NormalSide = 'debit' | 'credit';

interface AccountDeclaration {
  readonly code: number;
  readonly parent: string;
  readonly side: NormalSide;
  readonly statement: Statement;
  /** Kind of the record that each sub-account belongs to. */
  readonly per?: string;
}

const balance = (code: number, parent: string, side: NormalSide, per?: string): AccountDeclaration =>
  per ? { code, parent, side, statement: 'balance_sheet', per } : { code, parent, side, statement: 'balance_sheet' };
const income = (code: number, parent: string, side: NormalSide, per?: string): AccountDeclaration =>
  per ? { code, parent, side, statement: 'income', per } : { code, parent, side, statement: 'income' };

/** Headings of the tree, which receive no postings. Their names are `account.<key>` in the language tables. */
export const HEADINGS = {
  assets: { code: 1000, parent: null, side: 'debit', statement: 'balance_sheet' },
  liabilities: { code: 2000, parent: null, side: 'credit', statement: 'balance_sheet' },
  equity: { code: 3000, parent: null, side: 'credit', statement: 'balance_sheet' },
  revenue: { code: 4000, parent: null, side: 'credit', statement: 'income' },
  costs: { code: 5000, parent: null, side: 'debit', statement: 'income' },
  expenses: { code: 6000, parent: null, side: 'debit', statement: 'income' },
} as const;

export const SYSTEM_ACCOUNTS = {
  cash: balance(1110, 'assets', 'debit', 'cash'),
  bank: balance(1120, 'assets', 'debit', 'cash'),
  remittance: balance(1130, 'assets', 'debit', 'cash'),
  'app-clearing': balance(1140, 'assets', 'debit'),
  'cash-revaluation': balance(1149, 'assets', 'debit'),
  receivable: balance(1210, 'assets', 'debit'),
  'receivable-revaluation': balance(1219, 'assets', 'debit'),
  'supplier-advances': balance(1220, 'assets', 'debit'),
  'supplier-claims': balance(1225, 'assets', 'debit'),
  'input-tax': balance(1230, 'assets', 'debit'),
  'staff-receivable': balance(1240, 'assets', 'debit'),
  inventory: balance(1310, 'assets', 'debit', 'inventory'),
  'in-transit': balance(1320, 'assets', 'debit'),
  'in-production': balance(1330, 'assets', 'debit'),
  'inter-outlet': balance(1410, 'assets', 'debit'),
  'fixed-assets': balance(1510, 'assets', 'debit', 'fixed_asset'),
  'accumulated-depreciation': balance(1590, 'assets', 'credit'),
  'other-assets': balance(1900, 'assets', 'debit', 'ledger_account'),
  payable: balance(2110, 'liabilities', 'credit'),
  'payable-revaluation': balance(2119, 'liabilities', 'credit'),
  'customer-advances': balance(2120, 'liabilities', 'credit'),
  'goods-received-not-billed': balance(2130, 'liabilities', 'credit'),
  'output-tax': balance(2140, 'liabilities', 'credit'),
  'commission-payable': balance(2150, 'liabilities', 'credit'),
  'payroll-payable': balance(2160, 'liabilities', 'credit'),
  'dividends-payable': balance(2170, 'liabilities', 'credit'),
  'other-liabilities': balance(2900, 'liabilities', 'credit', 'ledger_account'),
  'opening-equity': balance(3100, 'equity', 'credit'),
  capital: balance(3200, 'equity', 'credit', 'stockholder'),
  'retained-earnings': balance(3300, 'equity', 'credit'),
  'income-summary': balance(3400, 'equity', 'credit'),
  'other-equity': balance(3900, 'equity', 'credit', 'ledger_account'),
  sales: income(4100, 'revenue', 'credit'),
  'sales-returns': income(4110, 'revenue', 'debit'),
  'sales-discounts': income(4120, 'revenue', 'debit'),
  'delivery-income': income(4200, 'revenue', 'credit'),
  'sale-transfers': income(4250, 'revenue', 'credit'),
  'income-type': income(4300, 'revenue', 'credit', 'income_type'),
  'purchase-discounts': income(4400, 'revenue', 'credit'),
  'fx-realised': income(4500, 'revenue', 'credit'),
  'fx-unrealised': income(4510, 'revenue', 'credit'),
  'asset-sale-gain': income(4600, 'revenue', 'credit'),
  'other-revenue': income(4900, 'revenue', 'credit', 'ledger_account'),
  'cost-of-goods-sold': income(5100, 'costs', 'debit'),
  'purchase-variance': income(5110, 'costs', 'debit'),
  'promotion-cost': income(5120, 'costs', 'debit'),
  shrinkage: income(5130, 'costs', 'debit'),
  'disposal-loss-stolen': income(5141, 'costs', 'debit'),
  'disposal-loss-destruct': income(5142, 'costs', 'debit'),
  'disposal-loss-expired': income(5143, 'costs', 'debit'),
  'disposal-loss-damaged': income(5144, 'costs', 'debit'),
  'warranty-cost': income(5150, 'costs', 'debit'),
  'other-costs': income(5900, 'costs', 'debit', 'ledger_account'),
  'expense-type': income(6100, 'expenses', 'debit', 'expense_type'),
  'delivery-expense': income(6200, 'expenses', 'debit'),
  'cash-over-short': income(6300, 'expenses', 'debit'),
  rounding: income(6400, 'expenses', 'debit'),
  commission: income(6500, 'expenses', 'debit'),
  payroll: income(6600, 'expenses', 'debit'),
  depreciation: income(6700, 'expenses', 'debit'),
  'asset-sale-loss': income(6800, 'expenses', 'debit'),
  'other-expenses': income(6900, 'expenses', 'debit', 'ledger_account'),
} as const satisfies Record<string, AccountDeclaration>;

export type SystemKey = keyof typeof SYSTEM_ACCOUNTS;
export const SYSTEM_KEYS: readonly SystemKey[] = keysOf(SYSTEM_ACCOUNTS);

/** True when a text is the key of a system account. */
export const isSystemKey = (key: string): key is SystemKey => Object.hasOwn(SYSTEM_ACCOUNTS, key);

/** An account as a posting names it: a system key and, for keys with `per`, the id of the record. */
export interface AccountRef {
  readonly key: SystemKey;
  /** Id of the record that the account belongs to; undefined for a control account. */
  readonly of?: number | undefined;
}

const PER_RECORD = 100_000;

/**
 * The account's number, the same after every rebuild: 1310 is the control account, 131000005 the account of inventory
 * 5.
 */
export function accountNumber(ref: AccountRef): number {
  const { code } = SYSTEM_ACCOUNTS[ref.key];
  if (ref.of === undefined) return code;
  if (ref.of < 1 || ref.of >= PER_RECORD) throw new RangeError(`account ${ref.key} of record ${ref.of}`);
  return code * PER_RECORD + ref.of;
}

const BY_CODE = new Map<number, SystemKey>(SYSTEM_KEYS.map((key) => [SYSTEM_ACCOUNTS[key].code, key]));

/** The reverse of accountNumber; undefined for a number that no account has. */
export function accountOf(number: number): AccountRef | undefined {
  const code = number >= PER_RECORD ? Math.floor(number / PER_RECORD) : number;
  const key = BY_CODE.get(code);
  if (!key) return undefined;
  return number >= PER_RECORD ? { key, of: number % PER_RECORD } : { key };
}

/** The record that an account belongs to; undefined for control accounts. */
export function recordOf({ key, of }: AccountRef): { readonly kind: string; readonly id: number } | undefined {
  const declared: AccountDeclaration = SYSTEM_ACCOUNTS[key];
  return of === undefined || declared.per === undefined ? undefined : { kind: declared.per, id: of };
}

export const HEADING_KEYS = [
  'assets',
  'liabilities',
  'equity',
  'revenue',
  'costs',
  'expenses',
] as const satisfies readonly (keyof typeof HEADINGS)[];

export type OwnAccountKey = `other-${keyof typeof HEADINGS}`;

/** The number range of custom accounts below their heading. */
export function ownAccountKey(heading: keyof typeof HEADINGS): OwnAccountKey {
  return `other-${heading}`;
}

/** The control key of a cash or bank record by its type (specification, section 3: 1 cash, 2 bank, 3 remittance). */
export function cashKey(cashType: number): 'cash' | 'bank' | 'remittance' {
  return cashType === 2 ? 'bank' : cashType === 3 ? 'remittance' : 'cash';
}

/** True for accounts that hold money: one for every cash, bank and remittance record. */
export function isCashAccount(account: AccountRef): boolean {
  return account.key === 'cash' || account.key === 'bank' || account.key === 'remittance';
}

export type RevaluationKey = Extract<SystemKey, `${string}-revaluation`>;

/**
 * The monetary accounts: money, and what is owed in money. A balance that is kept on them in a foreign currency is
 * worth the rate of the day, and the difference is on the account given here. Goods, fixed assets, equity, advances
 * (they are settled with goods) and taxes (they are owed in the system currency) keep the rate of their entry.
 */
const MONETARY: Readonly<Partial<Record<SystemKey, RevaluationKey>>> = {
  cash: 'cash-revaluation',
  bank: 'cash-revaluation',
  remittance: 'cash-revaluation',
  'app-clearing': 'receivable-revaluation',
  receivable: 'receivable-revaluation',
  'other-assets': 'receivable-revaluation',
  payable: 'payable-revaluation',
  'goods-received-not-billed': 'payable-revaluation',
  'commission-payable': 'payable-revaluation',
  'payroll-payable': 'payable-revaluation',
  'dividends-payable': 'payable-revaluation',
  'other-liabilities': 'payable-revaluation',
};

/** The account of the exchange differences of a monetary account; undefined for all other accounts. */
export const revaluationOf = ({ key }: AccountRef): RevaluationKey | undefined => MONETARY[key];

/** The control codes of the monetary accounts. */
export const MONETARY_CODES: readonly number[] = SYSTEM_KEYS.filter((key) => MONETARY[key] !== undefined).map(
  (key) => SYSTEM_ACCOUNTS[key].code,
);

/**
 * Own accounts of assets and liabilities (loans, deposits, accruals): no document remembers at which rate their foreign
 * balance arose, so that it is carried at its average, and what settles it realises the difference.
 */
export const isCarried = ({ key, of }: AccountRef): boolean =>
  of !== undefined && (key === 'other-assets' || key === 'other-liabilities');

/** Accounts of what goods cost that are sold, given or lost. */
export const COSTS_OF_GOODS = [
  'cost-of-goods-sold',
  'purchase-variance',
  'promotion-cost',
  'shrinkage',
  'disposal-loss-stolen',
  'disposal-loss-destruct',
  'disposal-loss-expired',
  'disposal-loss-damaged',
] as const;

/** Accounts of goods, and of what they cost. */
export const GOODS_KEYS: ReadonlySet<string> = new Set([
  'inventory',
  'in-transit',
  'in-production',
  'supplier-claims',
  ...COSTS_OF_GOODS,
]);

/**
 * Accounts that reveal the cost of goods, or the profit, which the close of a year carries to retained earnings: their
 * balances and lines require `items/show_cost`.
 */
export const COST_KEYS: ReadonlySet<string> = new Set([...GOODS_KEYS, 'income-summary', 'retained-earnings']);
