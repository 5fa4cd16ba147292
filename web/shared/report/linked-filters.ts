/** Filters that only links set, such as those from a figure to its entries. */
import { loadChart, titleOf } from '../api/chart.ts';
import { recordName } from '../api/lookup.ts';
import { say } from '../language/language.ts';
import { accountCode } from './account-name.ts';
import type { ReportFilter } from './declaration.ts';
import { kindWords } from './report-links.tsx';

const linked = (name: string, inWords: NonNullable<ReportFilter['inWords']>): ReportFilter => ({
  name,
  kind: 'linked',
  label: `report:filters.${name}`,
  inWords,
});

const nameOf = (resource: string) => (id: string) => recordName(resource, Number(id));

async function accountWords(account: string): Promise<string> {
  const code = accountCode(Number(account));
  // Whoever may not see the chart reads its number alone.
  const chart = await loadChart().catch(() => []);
  const found = chart.find((row) => row.account === Number(account));
  return found ? `${code} ${titleOf(found)}` : code;
}

/** Of an account, or of those below a heading. */
export const ACCOUNT = linked('account', accountWords);
export const ITEM = linked('item_fk', nameOf('items'));
export const OWN_CATEGORY = linked('own_category_fk', nameOf('categories'));
export const DOCUMENT_KIND = linked('document_kind', kindWords);
export const PERCENTAGE = linked('percentage', (value) => `${value} %`);
export const CASH = linked('cash', () => say('report:linked.cash'));
export const WITHOUT_CLOSING = linked('without_closing', () => say('report:linked.without_closing'));
