/** `?replaces=12`: the reversed payment that a new one corrects. */
import { readWholeNumber } from '../report/report-search.ts';

export function replacing(search: Readonly<Record<string, unknown>>): { readonly replaces?: number } {
  const replaces = readWholeNumber(search['replaces']);
  return typeof replaces === 'number' ? { replaces } : {};
}
