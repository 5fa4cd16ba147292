/** The head of a paper: shop and outlet, name of the paper, number with barcode, and addressee. */
import type { PaperParty } from '../../../domain/paper/paper.schema.ts';
import type { PaperDigits } from '../../../domain/paper/template.ts';
import { shapeDigits } from '../typing/digits.ts';
import { barcode } from './barcodes.ts';
import { type Markup, markup } from './markup.ts';
import { factText, valueText } from './paper-values.ts';
import { type Printing, shopName, textsIn } from './printing/printing.ts';

export function headOf(printing: Printing): Markup {
  return markup`<header class="paper-head">${shopOf(printing)}${titleOf(printing)}</header>${whoOf(printing)}`;
}

type ShopHead = Pick<Printing, 'language' | 'second' | 'has' | 'words' | 'digits'> & {
  readonly settings: Pick<Printing['settings'], 'business' | 'template'>;
};

export function shopOf({ settings, language, second, has, words, digits }: ShopHead): Markup {
  const { business, template } = settings;
  const { outlet, phones, address, tax_number, logo } = business;
  const other = second ? shopName(business, second) : '';
  const own = textsIn(template.header, { language, second });
  const header = own.length > 0 || !business.receipt_header ? own : [business.receipt_header];
  const places = [has('outlet') ? outlet?.name : '', has('address') ? (outlet?.address ?? address) : ''];
  const numbers = has('phones') ? (outlet?.mobile ? [outlet.mobile] : phones) : [];
  return markup`<div class="paper-shop">${has('logo') && logo ? markup`<img class="paper-logo" src="${logo}" alt="">` : ''}
    <div><p class="paper-shop-name">${shopName(business, language)}</p>
    ${other !== '' && other !== shopName(business, language) ? markup`<p class="paper-second" lang="${second ?? ''}">${other}</p>` : ''}
    ${lineOf(places)}
    ${numbers.length > 0 ? markup`<p>${phonesOf(numbers, digits)}</p>` : ''}
    ${has('tax_number') && tax_number ? markup`<p>${words(language, 'label:tax_number')}: <bdi class="paper-ltr">${tax_number}</bdi></p>` : ''}
    ${header.map((text) => textOf(text, 'paper-said'))}</div></div>`;
}

const phonesOf = (phones: readonly string[], digits: PaperDigits): readonly Markup[] =>
  phones.map(
    (phone, index) => markup`${index > 0 ? ' · ' : ''}<bdi class="paper-ltr">${shapeDigits(phone, digits)}</bdi>`,
  );

const lineOf = (parts: readonly (string | null | undefined)[]): Markup | string => {
  const header = parts.filter((part) => part);
  return header.length > 0 ? markup`<p>${header.join(' · ')}</p>` : '';
};

/** A text of the business, with its line breaks. */
export const textOf = (text: string, name: string): Markup =>
  markup`<div class="${name}">${text.split('\n').map((line) => markup`<p><bdi>${line}</bdi></p>`)}</div>`;

/** The states of a document that is not in force yet, or no longer. Some of them keep a number. */
const NOT_IN_FORCE: ReadonlySet<string> = new Set([
  'draft',
  'hold',
  'pending',
  'scheduled',
  'inactive',
  'discarded',
  'reversed',
  'cancelled',
  'disapproved',
  'refunded',
]);

/** The word on the paper of a document that is not in force; undefined for every other one. */
export const stateOf = ({ document: { status }, words, language }: Printing): string | undefined =>
  NOT_IN_FORCE.has(status) ? words(language, `option:status.${status}`) : undefined;

function titleOf(printing: Printing): Markup {
  const { document, both, has } = printing;
  const { number, layout } = document;
  const code = document.code ?? number;
  const bars = has('barcode') && code !== null ? barcode('code128', code) : undefined;
  const state = stateOf(printing);
  return markup`<div class="paper-title"><h2>${both(`paper:titles.${layout.title ?? layout.name}`)}</h2>
    ${number === null ? '' : markup`<p class="paper-number"><bdi class="paper-ltr">${number}</bdi></p>`}
    ${bars ? markup`<div class="paper-bars">${bars}</div>` : ''}
    ${state === undefined ? '' : markup`<p class="paper-state">${state}</p>`}</div>`;
}

function whoOf(printing: Printing): Markup {
  const { document, has, both, digits } = printing;
  const { party, date, time } = document;
  const when = date === null ? '' : shapeDigits(dayAndTime(printing, date, time), digits);
  const facts = has('facts') ? document.facts : [];
  return markup`<section class="paper-who">${has('party') && party ? partyOf(party, both(`label:${party.role}`), digits) : ''}<dl class="paper-facts">
    ${when === '' ? '' : markup`<div><dt>${both('label:date')}</dt><dd><bdi class="paper-ltr">${when}</bdi></dd></div>`}
    ${facts.map((fact) => markup`<div><dt>${both(`label:${fact.field}`)}</dt><dd><bdi>${factText(fact, printing)}</bdi></dd></div>`)}
    </dl></section>`;
}

const dayAndTime = (printing: Printing, date: string, time: string | null | undefined): string =>
  [valueText('date', 'date', date, printing), time ? valueText('time', 'time', time, printing) : '']
    .filter((part) => part !== '')
    .join(' ');

/** Whom a paper is sent to; the label is its role. */
export const partyOf = (party: PaperParty, label: Markup | string, digits: PaperDigits): Markup =>
  markup`<div class="paper-party"><p class="paper-label">${label}</p>
    <p class="paper-party-name"><bdi>${party.name}</bdi>${party.code ? markup` <bdi class="paper-ltr paper-quiet">${party.code}</bdi>` : ''}</p>
    ${party.address ? markup`<p><bdi>${party.address}</bdi></p>` : ''}
    ${party.phones.length > 0 ? markup`<p>${phonesOf(party.phones, digits)}</p>` : ''}</div>`;
