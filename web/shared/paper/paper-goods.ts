/** The goods to carry: below the line of each stop, and of all stops together at the end of the paper. */
import type { PaperLine } from '../../../domain/paper/paper.schema.ts';
import { isRoll } from '../../../domain/paper/template.ts';
import { type Markup, markup } from './markup.ts';
import { isNumber, valueCell } from './paper-values.ts';
import type { Printing } from './printing/printing.ts';

/** A row below the line, empty in the column of line numbers. `columns` is the number of the other columns. */
export function goodsOfLine(printing: Printing, line: number, columns: number): Markup {
  const goods = printing.document.line_goods?.[line] ?? [];
  if (goods.length === 0) return markup``;
  const isNarrow = isRoll(printing.settings.template.paper);
  const table = goodsTable(printing, goods);
  return isNarrow
    ? markup`<tr class="paper-goods-row"><td colspan="2">${table}</td></tr>`
    : markup`<tr class="paper-goods-row"><td></td><td colspan="${String(columns)}">${table}</td></tr>`;
}

export function goodsInAll(printing: Printing): Markup {
  const { goods = [] } = printing.document;
  if (goods.length === 0) return markup``;
  return markup`<section class="paper-goods-in-all"><h2>${printing.both('paper:goods_to_load')}</h2>${goodsTable(printing, goods)}</section>`;
}

/** Without headings: the quantity, the unit, the item and its batches are understood by their look. */
function goodsTable(printing: Printing, goods: readonly PaperLine[]): Markup {
  const { goods: columns = [] } = printing.document.layout;
  return markup`<table class="paper-goods"><tbody>${goods.map(
    (line) =>
      markup`<tr>${columns.map(({ field, kind }) => markup`<td class="${isNumber(kind) ? 'paper-figure' : 'paper-word'}">${valueCell(field, kind, line[field], printing)}</td>`)}</tr>`,
  )}</tbody></table>`;
}
