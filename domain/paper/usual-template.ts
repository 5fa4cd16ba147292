/** The default template of a paper. */
import type { Members } from '../values/members.ts';

/** The templates of a paper: the default first, then the last entered ones. `id` is the id of the record. */
export function usualFirst<Template extends Members & { readonly id: number }>(
  templates: readonly Template[],
  paper: string,
): readonly Template[] {
  return templates
    .filter((template) => template['printed_paper'] === paper)
    .toSorted((a, b) => Number(b['is_default']) - Number(a['is_default']) || b.id - a.id);
}
