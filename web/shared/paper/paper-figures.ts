/** The figures of a report as a list, grouped by currency. */
import { type Markup, markup } from './markup.ts';
import { valueText } from './paper-values.ts';
import type { Printing } from './printing/printing.ts';

/** Emphasised figures. */
const STRONG: ReadonlySet<string> = new Set(['expected', 'counted', 'agrees', 'short', 'over']);

export function figuresOf(printing: Printing): Markup {
  const { document, both } = printing;
  if (!document.figures) return markup``;
  return markup`${document.figures.map(
    ({ currency, rows }) => markup`<div class="paper-sums paper-report"><table>
    ${currency ? markup`<tr><th class="paper-label" colspan="2">${currency.currency_name}</th></tr>` : ''}
    ${rows.map(
      ({
        field,
        kind,
        value,
      }) => markup`<tr class="${STRONG.has(field) ? 'paper-remaining' : ''}"><th>${both(`printed:figures.${field}`)}</th>
      <td class="paper-figure"><bdi>${valueText(field, kind, value, { ...printing, currency })}</bdi></td></tr>`,
    )}</table></div>`,
  )}`;
}

export const figureLines = (printing: Printing, shown: (field: string, value: string) => string): readonly string[] =>
  (printing.document.figures ?? []).flatMap(({ currency, rows }) => [
    ...(currency ? [currency.currency_name] : []),
    ...rows.map(({ field, kind, value }) => shown(field, valueText(field, kind, value, { ...printing, currency }))),
  ]);
