import { getFile, type QueryValue } from '../shared/api/client.ts';

/** A file of the API, downloaded under the name that the server gives it. */
export async function downloadFile(path: string, query: Readonly<Record<string, QueryValue>>): Promise<void> {
  const { name, content } = await getFile(path, { query });
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
