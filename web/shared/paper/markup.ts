/** Safe markup of papers: inserted values are escaped, unless they are markup already. */

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

/** Trusted markup from a library: the SVG of a barcode. */
export const drawn = (html: string): Markup => ({ html });
