/** The paper of a till in plain markup: kept with the entry, and printed as it is. */

import { say } from '../../shared/language/language.ts';
import { preferences } from '../../shared/language/preferences.ts';
import { formatDate } from '../../shared/typing/date-words.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import type { PaperCurrency, TillPaper } from './paper-documents.ts';

export interface PaperHead {
  readonly shop: string;
  readonly outlet: string;
  readonly header: string | null;
  readonly footer: string | null;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const amount = (value: string, { decimals, symbol }: PaperCurrency): string =>
  `<bdi dir="ltr">${formatDecimal(value, { decimals: Math.max(decimals, 0), decimalsMin: decimals })}</bdi> ${escaped(symbol)}`;

const row = (label: string, value: string, kind = ''): string =>
  `<tr class="${kind}"><th>${escaped(label)}</th><td>${value}</td></tr>`;

/** Where the mark of a copy stands; an original has an empty one. */
const COPY = '<p class="copy"></p>';

export const plainCopy = (html: string): string =>
  html.replace(COPY, `<p class="copy">${escaped(say('selling:paper.copy'))}</p>`);

export function plainPaper(paper: TillPaper, head: PaperHead): string {
  const { language } = preferences();
  const { currency } = paper;
  const lines = paper.lines.map(({ item, unit, quantity, price, total, note }) => {
    const count = `<bdi dir="ltr">${formatDecimal(quantity, { decimals: 6 })} × ${formatDecimal(price, { decimals: 4 })}</bdi>`;
    const more = [unit, note ?? ''].filter(Boolean).map(escaped).join(' · ');
    return `<tr><th><bdi>${escaped(item)}</bdi><small>${count} ${more}</small></th><td>${amount(total, currency)}</td></tr>`;
  });
  const totals = [
    ...(paper.discount === '0' ? [] : [row(say('selling:discount'), amount(paper.discount, currency))]),
    ...(paper.tax === '0' ? [] : [row(say('selling:tax'), amount(paper.tax, currency))]),
    row(say('selling:total'), amount(paper.total, currency), 'total'),
    ...paper.payments.map((payment) =>
      row(say(`selling:method.${payment.method}`), amount(payment.amount, payment.currency)),
    ),
    ...(paper.change === null || paper.change === '0'
      ? []
      : [row(say('selling:change'), amount(paper.change, currency), 'total')]),
  ];
  const title = paper.name === 'pos_refund' ? [say('selling:refund')] : [];
  const texts = [head.shop, head.outlet, head.header ?? '', ...title].filter(Boolean);
  const facts = [
    `${formatDate(paper.date)} ${paper.time.slice(0, 5)}`,
    paper.till,
    paper.cashier,
    paper.customer ?? '',
  ];
  return [
    `<article class="till-paper" lang="${language}" dir="${language === 'en' ? 'ltr' : 'rtl'}">${COPY}`,
    ...texts.map((text) => `<p><bdi>${escaped(text)}</bdi></p>`),
    `<p class="number"><bdi dir="ltr">${escaped(paper.number)}</bdi></p>`,
    `<p>${facts
      .filter(Boolean)
      .map((fact) => `<bdi>${escaped(fact)}</bdi>`)
      .join(' · ')}</p>`,
    `<table>${lines.join('')}</table><table>${totals.join('')}</table>`,
    ...[paper.note ?? '', head.footer ?? ''].filter(Boolean).map((text) => `<p><bdi>${escaped(text)}</bdi></p>`),
    '</article>',
  ].join('');
}

/** Prints beside the application: what is on the screen stays there. */
export function printPlain(html: string): void {
  const sheet = document.createElement('div');
  sheet.className = 'print-sheet';
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  sheet.append(...parsed.body.childNodes);
  document.body.append(sheet);
  window.print();
  sheet.remove();
}
