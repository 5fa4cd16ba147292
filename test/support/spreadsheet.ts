/** Excel files as people create them: texts as texts, numbers as numbers, headings in the first row. */
import writeExcelFile, { type SheetData } from 'write-excel-file/node';

export type SheetRow = readonly (string | number | Date | null)[];

export async function writeSpreadsheet(path: string, rows: readonly SheetRow[]): Promise<string> {
  const data = rows.map((row) =>
    row.map((value) => {
      if (value === null) return null;
      if (value instanceof Date) return { value, type: Date, format: 'dd/mm/yyyy' };
      return typeof value === 'number' ? { value, type: Number } : { value, type: String };
    }),
  );
  await writeExcelFile(data as SheetData).toFile(path);
  return path;
}
