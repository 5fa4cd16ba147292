/** Rows of a count: goods only, each with the batch that its item is kept by. */
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import { recordStateOf } from '../../domain/records/record.ts';
import { checkCountedBatch } from '../../domain/stock/count-round-rules.ts';
import { serialsIn } from '../../domain/values/batch.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { streamOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import type { CellsRow } from './check-records.ts';

export async function countedIssues(
  { handler }: Pick<Commands, 'handler'>,
  rows: readonly CellsRow[],
): Promise<readonly RowIssue[]> {
  const streamOfRow = ({ cells }: CellsRow) => streamOf('item', Number(cells['item']));
  const named = rows.filter(({ cells }) => typeof cells['item'] === 'number');
  const states = await handler.states.read(named.map(streamOfRow));
  return named.flatMap((row) => {
    const state = recordStateOf(states.get(streamOfRow(row))?.state);
    if (state.status === 'none') return [];
    const { batch_number = null, expire_date = null } = row.cells;
    const batch = {
      batch_number: batch_number === null ? null : String(batch_number),
      expire_date: expire_date === null ? null : String(expire_date),
    };
    const isService = state.data['item_type'] === 'service';
    const issues = new Issues();
    const { has_batch_number, has_expire } = state.data;
    const kept = { has_batch_number: has_batch_number === true, has_expire: has_expire === true };
    const item = { ...kept, ...serialsIn(state.data) };
    checkCountedBatch(item, batch, '', issues);
    return [
      ...(isService ? [{ at: row.at, column: 'item', message: 'goods_only' }] : []),
      ...issues.list.map(({ field, ...issue }) => ({ ...issue, at: row.at, column: field })),
    ];
  });
}
