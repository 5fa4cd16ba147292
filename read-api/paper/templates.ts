/** The active templates of a paper, the default one first. */
import type { PaperAnswer } from '../../domain/paper/paper.schema.ts';
import { usualFirst } from '../../domain/paper/usual-template.ts';
import type { Snapshot } from '../database/reader.ts';

export async function templatesOf(snapshot: Snapshot, paper: string): Promise<PaperAnswer['templates']> {
  const rows = await snapshot
    .selectFrom('read.record')
    .select(['id', 'name', 'data'])
    .where('kind', '=', 'print_template')
    .where('active', '=', true)
    .orderBy('id', 'desc')
    .execute();
  const templates = rows.map(({ id, name, data }) => ({ ...data, id, template_name: name }));
  return usualFirst(templates, paper).map(({ id, ...data }) => ({ ...data, print_template_id: id }));
}
