/** The default template of a paper. */
import type { Members } from '../kernel/members.ts';

/** Those of the paper: the one that is used first, then the one that was entered last. `id` is the number of the record. */
export function usualFirst<Template extends Members & { readonly id: number }>(
  templates: readonly Template[],
  paper: string,
): readonly Template[] {
  return templates
    .filter((template) => template['printed_paper'] === paper)
    .toSorted((a, b) => Number(b['is_default']) - Number(a['is_default']) || b.id - a.id);
}
