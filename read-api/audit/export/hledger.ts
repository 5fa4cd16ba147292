/**
 * The books as a journal for hledger. An amount in a foreign currency carries its base amount as its total cost (`30
 * USD @@ 44400 IQD`), so balances agree with ours in the currency itself, and with `-B` in the system currency. A base
 * difference without a foreign amount is a posting in the system currency. Goods are commodities of their own, in base units, at
 * their cost (`3 "Tea, item 7" @@ 4500 IQD  ; lot:A1`), so quantities agree with the stock.
 */
import { allocate } from '../../../domain/values/fixed-point.ts';
import { toMoney, ZERO } from '../../../domain/values/money.ts';
import { printQuantity, QUANTITY_SCALE } from '../../../domain/values/quantity.ts';
import { type Books, codeOf, type ExportEntry, type ExportLine } from './entries.ts';
import type { Lot, UnvaluedMove } from './goods-moved.ts';
import { accountTitle, amountText, describe, magnitude, partyOf, pathOf, rootOf } from './words.ts';

const ELSEWHERE = 'Equity:Other outlets';

/**
 * Characters with a meaning in account names: two spaces end the name, a colon starts a sub-account, brackets make a
 * posting virtual.
 */
const plain = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} .,'&/%+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
/** Characters with a meaning in a line: a semicolon starts a comment, a bar ends the payee. */
const inLine = (text: string): string => text.replace(/[;|\s\p{Cc}]+/gu, ' ').trim();

function accountName(books: Books, account: number | undefined): string {
  if (account === undefined) return ELSEWHERE;
  const [, ...below] = pathOf(books, account);
  const parts = below.map((chartAccount) => `${chartAccount.account} ${plain(accountTitle(chartAccount))}`.trim());
  return [rootOf(books, account)?.hledger, ...parts].join(':');
}

export function* hledgerHead(books: Books): Generator<string> {
  const { business, asAt, position, system } = books;
  yield `; ${inLine(business)}, ${asAt ? `as at ${asAt}` : 'all days'}, as known at position ${position}. Written by Daftar.\n`;
  yield `; Debit is positive. In ${codeOf(books, system)}: hledger -B balance.\n\n`;
  const codes = new Set([system, ...books.codes.keys()].map((currency) => codeOf(books, currency)));
  for (const code of codes) yield `commodity 1000.0000 ${code}\n`;
  for (const [stream] of books.names) {
    if (stream.startsWith('item-')) yield `commodity 1000.000000 ${goodsName(books, Number(stream.slice(5)))}\n`;
  }
  yield '\n';
  const seen = new Set<string>();
  for (const { account } of books.chart.inOrder) {
    if (!books.accounts.has(account)) continue;
    const name = accountName(books, account);
    if (!seen.has(name)) yield `account ${name}  ; type:${rootOf(books, account)?.type}\n`;
    seen.add(name);
  }
  yield `account ${ELSEWHERE}  ; type:E\n\n`;
}

export function hledgerEntry(books: Books, entry: ExportEntry): string {
  const party = partyOf(books, entry);
  const title = inLine(party ? `${describe(entry)}, ${party}` : describe(entry));
  const code = entry.number === null ? '' : `(${plain(entry.number)}) `;
  const tags = [
    ['document', entry.document],
    ['position', entry.position],
    ['entry', String(entry.entryNo)],
    ['recorded', entry.recordedAt],
    ['person', books.names.get(`user-${entry.actor}`) ?? entry.actor],
    ...(entry.reason ? [['reason', entry.reason]] : []),
  ];
  return [
    `${entry.effectiveDate} * ${code}${title}`,
    // A comma ends the value of a tag.
    ...tags.map(([name, value = '']) => `    ; ${name}:${inLine(value).replaceAll(',', ' ')}`),
    ...entry.lines.flatMap((line) =>
      [...goodsAmounts(books, line), ...(line.lots.length > 0 ? [] : amountsOf(books, line))].map(
        (amount) => `    ${accountName(books, line.account)}  ${amount}`,
      ),
    ),
    '\n',
  ].join('\n');
}

/** One amount; two when the base amount and the foreign amount have different signs, or there is no foreign amount. */
export function amountsOf(books: Books, { base, currency, foreign }: ExportLine): string[] {
  const system = codeOf(books, books.system);
  if (currency === books.system) return [`${amountText(base)} ${system}`];
  const code = codeOf(books, currency);
  if (foreign !== ZERO && foreign > 0n === base > 0n) {
    return [`${amountText(foreign)} ${code} @@ ${amountText(magnitude(base))} ${system}`];
  }
  return [
    ...(foreign === ZERO ? [] : [`${amountText(foreign)} ${code} @@ ${amountText(ZERO)} ${system}`]),
    ...(base === ZERO ? [] : [`${amountText(base)} ${system}`]),
  ];
}

/** A name that no currency has; the number keeps items of one name apart. */
const goodsName = ({ names }: Books, item: number): string =>
  `"${plain(names.get(`item-${item}`) ?? '')}, item ${item}"`;

/** Each lot at its share of the amount; at nothing beside the amount when both have different signs. */
function goodsAmounts(books: Books, { base, lots }: Pick<ExportLine, 'base' | 'lots'>): string[] {
  const system = codeOf(books, books.system);
  if (lots.length === 0) return [];
  const isPriced = base !== ZERO && lots.every(({ quantity }) => quantity > 0n === base > 0n);
  const costs = isPriced
    ? allocate(
        magnitude(base),
        lots.map(({ quantity }) => (quantity < 0n ? -quantity : quantity)),
      )
    : lots.map(() => 0n);
  const amounts = lots.map((lot, index) => {
    const cost = amountText(toMoney(costs[index] ?? 0n));
    return `${quantityText(lot)} ${goodsName(books, lot.item)} @@ ${cost} ${system}${lotTags(lot)}`;
  });
  return isPriced || base === ZERO ? amounts : [...amounts, `${amountText(base)} ${system}`];
}

function quantityText({ quantity }: Lot): string {
  const [whole = '0', fraction = ''] = printQuantity(quantity).split('.');
  return `${whole}.${fraction.padEnd(QUANTITY_SCALE, '0')}`;
}

function lotTags({ batch, expires }: Lot): string {
  const tags = [
    ...(batch ? [`lot:${inLine(batch).replaceAll(',', ' ')}`] : []),
    ...(expires ? [`expires:${expires}`] : []),
  ];
  return tags.length === 0 ? '' : `  ; ${tags.join(', ')}`;
}

/** Goods that moved at no cost, or from one batch to another. */
export function hledgerMove(books: Books, move: UnvaluedMove, account: number): string {
  const amounts = goodsAmounts(books, { base: ZERO, lots: move.lots });
  return [
    `${move.date} * ${inLine(move.document)}`,
    `    ; document:${move.document}`,
    `    ; position:${move.position}`,
    ...(move.recordedAt ? [`    ; recorded:${move.recordedAt}`] : []),
    ...amounts.map((amount) => `    ${accountName(books, account)}  ${amount}`),
    '\n',
  ].join('\n');
}
