/** Safe markup of papers: inserted values are escaped, unless they are markup already. */
import { nameParts } from '../typing/name-parts.ts';

export interface Markup {
  readonly html: string;
}

type Value = string | Markup | null | undefined | false | readonly Value[];

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPED[letter] ?? letter);

/** A template literal: `markup`<p>${name}</p>``. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { html: strings.map((text, index) => text + printed(values[index])).join('') };
}

function printed(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escaped(value);
  return 'html' in value ? value.html : value.map(printed).join('');
}

/** A name; a measure in it (`330 ml`) is written from left to right. */
export const named = (name: string): Markup =>
  markup`${nameParts(name).map((part, index) => (index % 2 === 1 ? markup`<bdi class="paper-ltr">${part}</bdi>` : part))}`;

/** Trusted markup from a library: the SVG of a barcode. */
export const drawn = (html: string): Markup => ({ html });
