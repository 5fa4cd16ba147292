/** The texts of a paper in several languages: a paper is in the language of its recipient, not of the screen. */

import { boundName } from '../../../domain/chart/bound-name.ts';
import type { Language } from '../../../domain/values/language.ts';
import { hasTextIn, loadPaperLanguage, sayIn } from '../language/language.ts';
import { boundAccounts } from '../session/bound-accounts.ts';

/**
 * The text of a key in a language. `label:<field>` is the label of a field, `option:<field>.<value>` the word of a
 * value, or the business's own name of an account; unknown values are unchanged.
 */
export type PaperWords = (language: Language, key: string, params?: Readonly<Record<string, string>>) => string;

/** Loads the texts of papers; afterwards they need no network. */
export async function paperWords(languages: readonly Language[]): Promise<PaperWords> {
  await Promise.all(languages.map(loadPaperLanguage));
  return (language, key, params) => {
    const [kind, name = ''] = /^(label|option):(.+)$/.exec(key)?.slice(1) ?? [];
    if (kind === 'label') return labelIn(language, name);
    return kind === 'option' ? optionIn(language, name) : sayIn(language, key, params);
  };
}

function labelIn(language: Language, field: string): string {
  const key = [`printed:fields.${field}`, `fields:${field}`, `labels:${field}`].find((each) =>
    hasTextIn(language, each),
  );
  return key === undefined ? field.replace(/_fk$/, '').replaceAll('_', ' ') : sayIn(language, key);
}

function optionIn(language: Language, option: string): string {
  const value = option.slice(option.indexOf('.') + 1);
  const own = option.startsWith('account.') ? boundName(value, boundAccounts(), language) : undefined;
  if (own !== undefined) return own;
  const key = [`fields:options.${option}`, `report:accounts.${value}`].find((each) => hasTextIn(language, each));
  return key === undefined ? value : sayIn(language, key);
}
