/** What the server tells of an uploaded file: its name, type and size. A file with a given id never changes. */
import { useQuery } from '@tanstack/react-query';
import { type Reads, read } from '../api/read.ts';

export type AboutFile = Reads['attachments/:attachment'];

export const isPicture = ({ media_type }: AboutFile): boolean => media_type.startsWith('image/');

export function useAboutFile(attachment: string, enabled: boolean) {
  return useQuery({
    queryKey: ['attachments', attachment],
    queryFn: ({ signal }) => read('attachments/:attachment', { params: { attachment }, signal }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
}

const KB = 1024;

/** `640 KB`, `1.2 MB`: rounded up, so that no file has nothing in it. */
export function sizeOf({ bytes }: AboutFile): string {
  const kilobytes = Math.max(1, Math.ceil(bytes / KB));
  return kilobytes < KB ? `${kilobytes} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}
