/**
 * Parses a spreadsheet's clipboard text: rows separated by line breaks, cells by tabs; a cell that contains either is
 * quoted, with its own quotes doubled.
 */
export function readSpreadsheet(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quoted(text, at) : plain(text, at);
    row.push(cell);
    at = end;
    if (text[at] === '\t') {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function plain(text: string, from: number): { cell: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(from, end).trim(), end };
}

function quoted(text: string, from: number): { cell: string; end: number } {
  let cell = '';
  let at = from + 1;
  while (at < text.length) {
    if (text[at] === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 2;
    } else if (text[at] === '"') {
      // An unmatched quote is a plain character: 5" pipe.
      const rest = plain(text, at + 1);
      return { cell: cell + rest.cell, end: rest.end };
    } else {
      cell += text[at];
      at += 1;
    }
  }
  return { cell, end: at };
}

/** True for more than one cell: then the paste goes into the grid, not into the cell. */
export function isTable(rows: readonly (readonly string[])[]): boolean {
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1;
}
