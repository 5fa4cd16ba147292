/**
 * A paper as lines of plain text, for messages and for searching. Text directions are isolated, so that readers of any
 * language can display them.
 */
import type { PaperLine } from '../../../domain/paper/paper.schema.ts';
import type { PaperColumn } from '../../../domain/paper/paper.ts';
import { isolateLtr, isolateText } from '../../../languages/isolate.ts';
import { shownColumns } from './paper-body.ts';
import { figureLines } from './paper-figures.ts';
import { stateOf } from './paper-head.ts';
import { amountText, factText, isNumber, percentText, valueText } from './paper-values.ts';
import { type Printing, shopName } from './printing/printing.ts';

export function plainLines(printing: Printing): readonly string[] {
  const { document, settings, language, words } = printing;
  const { number, party, date, total, currency, layout } = document;
  const { costs, paid, returned, allowed, not_due, not_coming, remaining } = document;
  const said = (key: string, value: string) => `${words(language, key)}: ${value}`;
  const sum = (value: string) => isolateLtr(amountText(value, printing));
  const title = words(language, `paper:titles.${layout.title ?? layout.name}`);
  const state = stateOf(printing);
  return [
    isolateText(shopName(settings.business, language)),
    number === null ? title : `${title} ${isolateLtr(number)}`,
    ...(state === undefined ? [] : [state]),
    ...(date === null ? [] : [isolateLtr(valueText('date', 'date', date, printing))]),
    ...(party ? [said(`label:${party.role}`, isolateText(party.name))] : []),
    ...document.facts.map((fact) => said(`label:${fact.field}`, isolateText(factText(fact, printing)))),
    ...document.lines.flatMap((line, index) => [
      lineText(printing, shownColumns(printing), line),
      ...goodsText(printing, document.line_goods?.[index]),
    ]),
    ...document.totals.map(({ name, value, percent }) => {
      const called = words(language, `printed:totals.${name}`);
      const ofPercent = percent === undefined ? '' : ` ${isolateLtr(percentText(percent, printing))}`;
      return `${called}${ofPercent}: ${sum(value)}`;
    }),
    ...figureLines(printing, (field, value) => said(`printed:figures.${field}`, isolateLtr(value))),
    ...(total ? [`${said('printed:totals.total', sum(total))} ${currency?.currency_name ?? ''}`.trim()] : []),
    ...(costs ? [said('paper:costs', sum(costs))] : []),
    ...(paid ? [said('paper:paid', sum(paid))] : []),
    ...(returned ? [said('paper:returned', sum(returned))] : []),
    ...(allowed ? [said('paper:allowed', sum(allowed))] : []),
    ...(not_due ? [said('paper:not_due', sum(not_due))] : []),
    ...(not_coming ? [said('paper:not_coming', sum(not_coming))] : []),
    ...(remaining ? [said('paper:remaining', sum(remaining))] : []),
    ...(document.goods ? [words(language, 'paper:goods_to_load'), ...goodsText(printing, document.goods)] : []),
  ];
}

const goodsText = (printing: Printing, goods: readonly PaperLine[] = []): readonly string[] =>
  goods.map((line) => `– ${lineText(printing, printing.document.layout.goods ?? [], line)}`);

function lineText(printing: Printing, columns: readonly PaperColumn[], line: PaperLine): string {
  const parts = columns.flatMap(({ field, kind }) => {
    const value = line[field];
    if (value === null || value === undefined || value === '') return [];
    const shown = valueText(field, kind, value, printing);
    return [isNumber(kind) ? isolateLtr(shown) : isolateText(shown)];
  });
  return parts.join(' · ');
}
