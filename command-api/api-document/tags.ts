/** Tags of operations: the business folders, and tags of other operations. */
import type { BusinessFolder } from '../../domain/deciding/business-folders.ts';

const FOLDERS: Readonly<Record<BusinessFolder, string>> = {
  sales: 'Sales, returns, quotations, online orders, promotions, salesmen',
  till: 'Sales at tills, drawers, settlements of applications',
  purchasing: 'Purchases, returns, orders',
  stock: 'Inventories, transfers, counts, and what is made of other goods',
  catalogue: 'Items, prices, brands, categories, units, taxes',
  parties: 'Customers, suppliers, and what they pay and are paid',
  cash: 'Cash boxes and bank accounts, transfers, expenses, incomes',
  equity: 'Stockholders, capital, dividends',
  assets: 'Fixed assets and their depreciation',
  ledger: 'Accounts, journals, opening balances, closing',
  organisation: 'Settings, outlets, financial years, currencies and rates',
  people: 'Staff, roles, tills, PINs, payrolls',
  mobile: 'The application of customers',
};

export const TAGS: Readonly<Record<string, string>> = {
  auth: 'Signing in, and who one is',
  ...FOLDERS,
  shop: 'What the application of customers calls, with tokens of its own',
  reports: 'Statements, ledgers and figures of the books',
  audit: 'What happened, what a figure is made of, exports of the books',
  jobs: 'Work that outlives a request',
  imports: 'Spreadsheets',
  attachments: 'Pictures',
  preferences: 'How a person likes to see lists and the menu',
  operations: 'Read models, backups, schemas',
};
