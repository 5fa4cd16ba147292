/** The rows of a file while they are corrected, the valid part of an earlier check, and the resulting files. */
import { describe, expect, it } from 'vitest';
import type { ImportRow } from '../../domain/imports/import-format.ts';
import {
  EMPTY_SHEET,
  editSheet,
  nextProblem,
  type Sheet,
  type SheetEdit,
  standingProblems,
} from '../../web/shared/import/sheet.ts';
import { exampleOf, problemsSheet, templateSheet } from '../../web/shared/import/template.ts';

const ROWS: readonly ImportRow[] = [
  { row: 2, cells: { item_name: 'Tea', sale_price: '1,5,0', barcode: '0012' } },
  { row: 3, cells: { item_name: 'Rice', sale_price: '2500' } },
  { row: 5, cells: { sale_price: '-1' } },
];
const edited = (...edits: readonly SheetEdit[]): Sheet =>
  edits.reduce(editSheet, editSheet(EMPTY_SHEET, { do: 'open', rows: ROWS }));
const cellsOf = ({ rows }: Sheet) => rows.map(({ row, cells }) => [row, cells] as const);

describe('the rows of a file', () => {
  it('keep their numbers; a cell is set, emptied and trimmed', () => {
    const sheet = edited(
      { do: 'set', row: 2, column: 'sale_price', text: ' 1500 ' },
      { do: 'set', row: 5, column: 'item_name', text: 'Salt' },
      { do: 'set', row: 5, column: 'sale_price', text: '' },
    );
    expect(cellsOf(sheet)).toEqual([
      [2, { item_name: 'Tea', sale_price: '1500', barcode: '0012' }],
      [3, { item_name: 'Rice', sale_price: '2500' }],
      [5, { item_name: 'Salt' }],
    ]);
  });

  it('are the same rows when nothing in them is new, so that nothing is checked again', () => {
    const sheet = edited({ do: 'set', row: 3, column: 'item_name', text: 'Rice ' }, { do: 'remove', row: 4 });
    expect(sheet.rows).toBe(ROWS);
    expect(sheet.past).toEqual([]);
  });

  it('take a paste as far as both reach, and give it back with one step', () => {
    const paste: SheetEdit = {
      do: 'paste',
      rows: [3, 5],
      columns: ['sale_price', 'barcode'],
      texts: [
        ['1', '2', '3'],
        ['4', ''],
        ['5', '6'],
      ],
    };
    const pasted = edited(paste);
    expect(cellsOf(pasted).slice(1)).toEqual([
      [3, { item_name: 'Rice', sale_price: '1', barcode: '2' }],
      [5, { sale_price: '4' }],
    ]);
    expect(editSheet(pasted, { do: 'undo' }).rows).toBe(ROWS);
    expect(editSheet(editSheet(pasted, { do: 'undo' }), { do: 'redo' }).rows).toBe(pasted.rows);
  });

  it('are left out one by one, and come back', () => {
    const left = edited({ do: 'remove', row: 3 });
    expect(left.rows.map(({ row }) => row)).toEqual([2, 5]);
    expect(editSheet(left, { do: 'undo' }).rows).toBe(ROWS);
  });
});

describe('the problems of a check', () => {
  const said = [
    { row: 2, column: 'sale_price', message: 'No amount.' },
    { row: 5, column: 'sale_price', message: 'Not below 0.' },
    { row: 5, column: 'item_name', message: 'Item name is required.' },
    { row: 5, column: null, message: 'Twice.' },
  ];

  it('applies to the unchanged cells', () => {
    const { rows } = edited({ do: 'set', row: 5, column: 'item_name', text: 'Salt' });
    const problems = standingProblems(said, ROWS, rows);
    expect([...problems.keys()]).toEqual([2, 5]);
    expect([...(problems.get(5) ?? [])]).toEqual([['sale_price', 'Not below 0.']]);
    expect(standingProblems(said, ROWS, edited({ do: 'remove', row: 2 }).rows).has(2)).toBe(false);
  });

  it('leads from one bad cell to the next, and from the last to the first', () => {
    const problems = standingProblems(said, ROWS, ROWS);
    const [rows, columns] = [
      [2, 3, 5],
      ['item_name', 'sale_price', 'barcode'],
    ];
    const first = nextProblem(undefined, rows, columns, problems);
    const second = nextProblem(first, rows, columns, problems);
    const third = nextProblem(second, rows, columns, problems);
    expect([first, second, third]).toEqual([
      { row: 2, column: 'sale_price' },
      { row: 5, column: 'item_name' },
      { row: 5, column: 'sale_price' },
    ]);
    expect(nextProblem(third, rows, columns, problems)).toEqual(first);
    expect(nextProblem(undefined, rows, columns, new Map())).toBeUndefined();
  });
});

describe('the files of an import', () => {
  const columns = [
    { name: 'item_name', kind: 'text', required: true, heading: 'ناوی کاڵا', example: 'Tea' },
    {
      name: 'item_type',
      kind: 'option',
      values: ['goods', 'service'],
      labels: ['کاڵا', 'خزمەتگوزاری'],
      heading: 'جۆر',
      example: 'goods',
    },
    { name: 'sale_price_editable', kind: 'yes_no', labels: ['بەڵێ', 'نەخێر'], heading: 'نرخ', example: 'no' },
    { name: 'sale_price', kind: 'amount', heading: 'نرخی فرۆشتن', example: '2500' },
  ] as const;

  it('to fill in has the headings and the words of the language', () => {
    expect(columns.map(exampleOf)).toEqual(['Tea', 'کاڵا', 'نەخێر', '2500']);
    expect(templateSheet('Items', columns)).toEqual({
      name: 'Items',
      columns: [
        { heading: 'ناوی کاڵا *', kind: 'text' },
        { heading: 'جۆر', kind: 'text' },
        { heading: 'نرخ', kind: 'text' },
        { heading: 'نرخی فرۆشتن', kind: 'number' },
      ],
      rows: [['Tea', 'کاڵا', 'نەخێر', '2500']],
    });
  });

  it('of problems has the rows with errors unchanged, with the reason first', () => {
    const problems = standingProblems([{ row: 2, column: 'sale_price', message: 'No amount.' }], ROWS, ROWS);
    const sheet = problemsSheet('Problems', 'What is wrong', columns, ROWS, problems);
    expect(sheet.columns[0]).toEqual({ heading: 'What is wrong', kind: 'text' });
    expect(sheet.rows).toEqual([['نرخی فرۆشتن: No amount.', 'Tea', '', '', '1,5,0']]);
  });
});
