/** The middle of a paper: the table of its lines, with its heading on every page, and the totals. */

import type { PaperColumn } from '../../../domain/paper/paper.ts';
import { columnsUnder, isRoll } from '../../../domain/paper/template.ts';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { amountInWords } from './amount-in-words.ts';
import { type Markup, markup } from './markup.ts';
import { figuresOf } from './paper-figures.ts';
import { goodsInAll, goodsOfLine } from './paper-goods.ts';
import { amountText, BLANK, isNumber, percentText, valueCell } from './paper-values.ts';
import type { Printing } from './printing/printing.ts';
import { rollLines } from './roll-lines.ts';

/** Columns with the width of a name. */
const NAMES: ReadonlySet<string> = new Set([
  'item_fk',
  'user_fk',
  'stockholder_fk',
  'fixed_asset_fk',
  'account',
  'note',
  'party',
  'customer_address',
]);
/** Columns whose values stay on one line. */
const UNBROKEN: ReadonlySet<string> = new Set([
  'number',
  'customer_mobile',
  'item_code',
  'barcode',
  'document_number',
  'date',
  'expire_date',
]);

export function bodyOf(printing: Printing): Markup {
  return markup`${linesOf(printing)}${sumsOf(printing)}${figuresOf(printing)}${goodsInAll(printing)}`;
}

/** The columns with a value in any line, and the mandatory ones. */
export function shownColumns({ document, settings }: Printing): readonly PaperColumn[] {
  const { layout, lines } = document;
  const columns = columnsUnder(layout, settings.template);
  const chosen = new Set(settings.template.columns);
  return columns.filter(
    ({ field }) => chosen.has(field) || field === BLANK || lines.some((line) => isSaid(line[field])),
  );
}

/** A zero discount or tax does not count as a value. */
const isSaid = (value: string | null | undefined): boolean =>
  value !== null && value !== undefined && value !== '' && !/^0(\.0+)?%?$/.test(value);

function linesOf(printing: Printing): Markup {
  const { document, settings } = printing;
  if (document.layout.table === undefined || document.lines.length === 0) return markup``;
  const columns = shownColumns(printing);
  if (isRoll(settings.template.paper)) return rollLines(printing, columns);
  return markup`<table class="paper-lines"><thead><tr><th class="paper-count">#</th>
    ${columns.map(({ field, kind }) => markup`<th class="${classOf(field, kind)}">${printing.both(`label:${field}`)}</th>`)}</tr></thead>
    <tbody>${document.lines.map(
      (line, index) => markup`<tr><td class="paper-count">${shapeDigits(String(index + 1), printing.digits)}</td>
      ${columns.map(({ field, kind }) => markup`<td class="${classOf(field, kind)}">${valueCell(field, kind, line[field], printing)}</td>`)}</tr>
      ${goodsOfLine(printing, index, columns.length)}`,
    )}</tbody></table>`;
}

const classOf = (field: string, kind: PaperColumn['kind']): string =>
  isNumber(kind)
    ? 'paper-figure'
    : NAMES.has(field)
      ? 'paper-name'
      : field === BLANK
        ? 'paper-blank'
        : UNBROKEN.has(field)
          ? 'paper-word paper-unbroken'
          : 'paper-word';

function sumsOf(printing: Printing): Markup {
  const { document, both, words, language, has } = printing;
  const { totals, total, currency, payments = [], change, cash_rounding, paid } = document;
  const { costs, returned, allowed, not_due, not_coming, remaining } = document;
  if (total === null || total === undefined) return markup``;
  const row = (label: Markup, value: string, name = '') =>
    markup`<tr class="${name}"><th>${label}</th><td class="paper-figure"><bdi>${value}</bdi></td></tr>`;
  const sum = (value: string) => amountText(value, printing);
  const inWords = has('words') && currency ? amountInWords(total, currency, language, words) : '';
  const second =
    inWords !== '' && printing.second && currency ? amountInWords(total, currency, printing.second, words) : '';
  const ofCurrency = currency ? markup` <span class="paper-quiet">${currency.currency_name}</span>` : '';
  const said =
    inWords === ''
      ? ''
      : markup`<p class="paper-words">${inWords}${second === '' ? '' : markup`<span class="paper-second" lang="${printing.second ?? ''}">${second}</span>`}</p>`;
  return markup`<div class="paper-sums">${said}<table>
    ${totals.map(({ name, value, percent }) => row(both(`printed:totals.${name}`, percentOf(percent, printing)), sum(value)))}
    ${row(both('printed:totals.total', ofCurrency), sum(total), 'paper-total')}
    ${has('paid') && cash_rounding ? row(both('printed:totals.rounding'), sum(cash_rounding)) : ''}
    ${has('paid') ? payments.map((payment) => paymentRow(printing, payment)) : ''}
    ${has('paid') && change ? row(both('paper:change'), sum(change)) : ''}
    ${has('paid') && costs ? row(both('paper:costs'), sum(costs)) : ''}
    ${has('paid') && paid ? row(both('paper:paid'), sum(paid)) : ''}
    ${has('paid') && returned ? row(both('paper:returned'), sum(returned)) : ''}
    ${has('paid') && allowed ? row(both('paper:allowed'), sum(allowed)) : ''}
    ${has('paid') && not_due ? row(both('paper:not_due'), sum(not_due)) : ''}
    ${has('paid') && not_coming ? row(both('paper:not_coming'), sum(not_coming)) : ''}
    ${has('paid') && remaining ? row(both('paper:remaining'), sum(remaining), 'paper-remaining') : ''}
    </table></div>`;
}

/** The percentage behind the name of a tax. */
const percentOf = (percent: string | undefined, printing: Printing): Markup | string =>
  percent === undefined ? '' : markup` <bdi class="paper-ltr">${percentText(percent, printing)}</bdi>`;

function paymentRow(printing: Printing, payment: NonNullable<Printing['document']['payments']>[number]): Markup {
  const { method, amount, currency, rate, date } = payment;
  const isOther = currency !== undefined && currency.currency_fk !== printing.currency?.currency_fk;
  const value = amountText(amount, { digits: printing.digits, currency: currency ?? printing.currency });
  const ofCurrency = isOther ? markup` <span class="paper-quiet">${currency.currency_name}</span>` : '';
  const ofDay = date ? markup` <bdi class="paper-quiet">${shapeDigits(formatDate(date), printing.digits)}</bdi>` : '';
  const ofRate =
    (isOther || date) && rate
      ? markup` <span class="paper-quiet">× <bdi>${amountText(rate, printing)}</bdi></span>`
      : '';
  return markup`<tr><th>${printing.both(`option:method.${method}`, markup`${ofDay}${ofCurrency}${ofRate}`)}</th>
    <td class="paper-figure"><bdi>${value}</bdi></td></tr>`;
}
