/** The sentences about files of spreadsheets and their cells, in English. */
export const spreadsheetEn = {
  excel_required: 'Excel file is required',
  file_type: 'File type is not allowed',
  excel_too_large: 'File size is more than 2M',
  excel_unpacks_too_large: 'The file unpacks to more than it may; save it again without pictures and empty rows',
  excel_unreadable: 'The file cannot be read; open it, save it again as xlsx and choose it anew',
  excel_empty: 'The file has no rows below its headings',
  excel_rows_max: 'The file must have fewer than [{value} row|{value} rows]',
  excel_columns_max: 'The file must have at most [{value} column|{value} columns]',
  excel_cell_too_long: 'A cell of the file has more text than a cell may have',
  excel_column_missing: 'The column {column} is missing',
  import_row_above_left_out: 'The row above it, row {row}, is not imported',
  formula_failed: 'A formula of the file has no result here: {value}',
  dot_of_thousands: 'The dot in {value} may group thousands: write the number without it, or without the last zero',
  code_changed_by_sheet:
    'A spreadsheet has changed this: it is a number without its last digits, or a day. Format the column as text and enter it again',
  import_cell_unknown: 'There is no {field} “{value}”',
  import_cell_ambiguous: '“{value}” is the name of several records; write the code or the barcode',
  import_cell_choose: 'There is no {field} “{value}”: create it, choose another or leave its rows out',
  import_cell_repeated: '“{value}” stands in these rows too: {rows}',
  import_row_twice: 'The same item and unit stand in these rows too: {rows}',
  import_name_there:
    'The name “{name}” is there already ({code}). Leave its row out, write its code, or choose “Add again”',
  import_telephone_there:
    'This telephone is that of “{name}” ({code}). Leave its row out, write its code, or choose “Add again”',
  import_meets_none: 'No record has “{value}” here',
  import_meets_several: '“{value}” belongs to more than one record; name them by number, code or barcode',
  import_meets_twice: 'The same record is meant by these rows too: {rows}',
  import_changed_by: '“{name}” was changed after this was shown. Look at it again, then import',
  import_changed_by_person: '“{name}” was changed by {person} after this was shown. Look at it again, then import',
  import_taken_by: '“{value}” is that of “{name}” already',
  import_goods_there: 'This item is in opening balance {document} already. Leave its row out, or choose “Add again”',
  import_unknown_column: '{value} is not a column of this import',
  import_only_lines: 'This import stores nothing; its lines go into the document that asks for them',
  import_nothing_ready: 'There is no row that can be imported',
  import_cancelled: 'The import was cancelled; nothing of it was kept',
  import_taken_back: 'The import was broken off; what it had stored was taken back',
  import_changed_since: 'It was changed after the import',
  import_is_running: 'The import is still running',
  import_name_kept: '“{value}” was made for the import and stays, because rows that were taken back had used it',
} as const;

export type SpreadsheetMessages = Readonly<Record<keyof typeof spreadsheetEn, string>>;
