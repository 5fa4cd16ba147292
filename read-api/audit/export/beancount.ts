/**
 * The books as a journal for beancount. As in the journal for hledger, a foreign amount carries its base amount as a
 * total price; the sum of these is the balance in the system currency (`sum(weight)` in bean-query).
 */
import { type Books, codeOf, type ExportEntry } from './entries.ts';
import { amountsOf } from './hledger.ts';
import { accountTitle, describe, partyOf, pathOf, rootOf } from './words.ts';

const ELSEWHERE = 'Equity:Other-outlets';
const quoted = (text: string): string => `"${text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/["\\]/g, '\\$&')}"`;
/** Letters, digits and dashes; each part begins with its number. */
const part = (text: string): string => text.replace(/[^\p{L}\p{Nd}]+/gu, '-').replace(/-+$/, '');

function accountName(books: Books, account: number | undefined): string {
  if (account === undefined) return ELSEWHERE;
  const path = pathOf(books, account);
  // Account names need a part below the root, so a heading repeats itself there.
  const below = path.length > 1 ? path.slice(1) : path;
  return [
    rootOf(books, account)?.beancount,
    ...below.map((chartAccount) => part(`${chartAccount.account}-${accountTitle(chartAccount)}`)),
  ].join(':');
}

export function* beancountHead(books: Books): Generator<string> {
  const { business, asAt, position, system } = books;
  yield `; ${asAt ? `as at ${asAt}` : 'all days'}, as known at position ${position}. Written by Daftar.\n`;
  yield `option "title" ${quoted(business)}\n`;
  yield `option "operating_currency" "${codeOf(books, system)}"\n`;
  // beancount converts a total price to a unit price, so an entry of foreign lines alone would not balance exactly.
  yield `option "inferred_tolerance_default" "${codeOf(books, system)}:0.00001"\n\n`;
  const from = books.firstDate ?? '1970-01-01';
  const codes = new Set([system, ...books.codes.keys()].map((currency) => codeOf(books, currency)));
  for (const code of codes) yield `${from} commodity ${code}\n`;
  yield '\n';
  const seen = new Set<string>();
  for (const account of books.chart.inOrder) {
    if (!books.accounts.has(account.account)) continue;
    const name = accountName(books, account.account);
    if (!seen.has(name)) yield `${from} open ${name}\n  name: ${quoted(accountTitle(account))}\n`;
    seen.add(name);
  }
  yield `${from} open ${ELSEWHERE}\n\n`;
}

export function beancountEntry(books: Books, entry: ExportEntry): string {
  const party = partyOf(books, entry);
  const title = party ? `${quoted(party)} ${quoted(describe(entry))}` : quoted(describe(entry));
  const facts: readonly (readonly [string, string | null])[] = [
    ['stream', entry.document],
    ['number', entry.number],
    ['position', entry.position],
    ['entry', String(entry.entryNo)],
    ['recorded', entry.recordedAt],
    ['person', books.names.get(`user-${entry.actor}`) ?? entry.actor],
    ['reason', entry.reason],
  ];
  return [
    `${entry.effectiveDate} * ${title}`,
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`  ${name}: ${quoted(value)}`])),
    ...entry.lines.flatMap((line) =>
      amountsOf(books, line).map((amount) => `  ${accountName(books, line.account)}  ${amount}`),
    ),
    '\n',
  ].join('\n');
}
