/**
 * Names of a kind or resource in English and in code, derived from its identifier: `sale_return` is "a sale return" in
 * texts and `SaleReturn` in operation ids.
 */

export interface KindWords {
  /** `SaleReturn` */
  readonly one: string;
  /** `SaleReturns` */
  readonly many: string;
  /** "a sale return" */
  readonly a: string;
  /** "sale returns" */
  readonly words: string;
}

/** A resource that contains only some documents of a kind is named by the resource. */
export function kindWords(declared: {
  readonly kind: string;
  readonly resource: string;
  readonly discriminator?: string;
}): KindWords {
  const name = declared.discriminator === undefined ? declared.kind : singularOf(declared.resource);
  return {
    one: pascalOf(name),
    many: pascalOf(declared.resource),
    a: withArticle(wordsOf(name)),
    words: wordsOf(declared.resource),
  };
}

export const wordsOf = (name: string): string => name.replaceAll('_', ' ');

export const pascalOf = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .join('');

export const camelOf = (name: string): string => {
  const pascal = pascalOf(name);
  return `${pascal.slice(0, 1).toLowerCase()}${pascal.slice(1)}`;
};

/** "a unit", "an item" */
const withArticle = (words: string): string => `${/^(?!un|us)[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

/** The singular: `item_price` for `item_prices`, `cost` for `costs`. */
export function singularOf(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(ch|sh|x|ss)es$/.test(name)) return name.slice(0, -2);
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
