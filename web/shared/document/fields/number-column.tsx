/** The number column of a document list: the number, or the draft's id. */
import type { Row } from '../../api/list.ts';
import { say } from '../../language/language.ts';
import type { TableColumn } from '../../table/declaration.ts';

const words = (row: Row): string => String(row['number'] ?? say('document:draft_number', { id: String(row['id']) }));

export const numberColumn: TableColumn = {
  field: 'number',
  kind: 'code',
  main: true,
  text: words,
  cell: (row) => <span className="numeric">{words(row)}</span>,
};
