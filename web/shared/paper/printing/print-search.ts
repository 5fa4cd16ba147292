/** The search parameters of a paper's page: paper, language and size. */

import { PAPER_SIZES } from '../../../../domain/paper/template.ts';
import { LANGUAGES } from '../../../../domain/values/language.ts';
import { isOneOf } from '../../../../domain/values/members.ts';

type Given = Readonly<Record<string, unknown>>;

export function printSearch(search: Given): object {
  const { paper, size, language, second, template, copy } = search;
  const number = Number(template);
  return {
    ...(typeof paper === 'string' && /^[a-z_]{1,40}$/.test(paper) ? { paper } : {}),
    ...(isOneOf(PAPER_SIZES, size) ? { size } : {}),
    ...(isOneOf(LANGUAGES, language) ? { language } : {}),
    ...(second === 'none' || isOneOf(LANGUAGES, second) ? { second } : {}),
    ...(template !== undefined && Number.isSafeInteger(number) && number > 0 ? { template: number } : {}),
    ...(copy === 'yes' ? { copy } : {}),
  };
}
