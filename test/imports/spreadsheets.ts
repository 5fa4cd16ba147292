/** Spreadsheet files, created in memory, and the requests that send them. */
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import type { ImportRow, ReadFile } from '../../domain/imports/import-format.ts';
import type { Api, Sent } from '../api/api.ts';

export type Cell = string | number | boolean | Date | null;

/** The first row has the headings. */
export async function workbook(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const data = rows.map((row) =>
    row.map((value) => (value instanceof Date ? { value, type: Date, format: 'yyyy-mm-dd' } : value)),
  );
  return await writeExcelFile(data as SheetData).toBuffer();
}

const BOUNDARY = 'the-boundary-of-parts';

/** Sends a file as a browser does. */
export async function sendFile(api: Api, format: string, file: Buffer | undefined, more: Sending = {}): Promise<Sent> {
  const { token = api.token, language = 'en', fileName = 'items.xlsx' } = more;
  const head = file
    ? `Content-Disposition: form-data; name="file"; filename="${fileName}"`
    : 'Content-Disposition: form-data; name="other"';
  const answer = await api.app.inject({
    method: 'POST',
    url: `/api/imports/${format}/file`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'accept-language': language,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      file ?? Buffer.from('no file'),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  });
  return { status: answer.statusCode, body: answer.json() as Sent['body'], headers: answer.headers };
}

interface Sending {
  readonly token?: string;
  readonly language?: string;
  readonly fileName?: string;
}

/** The content that the file route reads. */
export async function fileOf(api: Api, format: string, rows: readonly (readonly Cell[])[]): Promise<ReadFile> {
  const { status, body } = await sendFile(api, format, await workbook(rows));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data as unknown as ReadFile;
}

export const cellsOf = (rows: readonly ImportRow[]) => rows.map(({ cells }) => cells);
