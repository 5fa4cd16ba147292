/** A small picture; a click opens the full one in a new window, at the address of the specification. A paper is saved instead. */

import { FileSpreadsheet, FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOf } from '../../../domain/values/members.ts';
import { type AboutFile, isPicture, sizeOf, useAboutFile } from './about.ts';

export const pictureAddress = (attachment: string): string => `/images/${attachment}`;

interface PictureProps {
  readonly attachment: string;
  /** Text alternative. */
  readonly label: string;
  readonly className?: string;
}

export function Picture({ attachment, label, className = 'size-20' }: PictureProps) {
  const { t } = useTranslation();
  const [lost, setLost] = useState(false);
  // Only what the browser cannot draw is asked about.
  const { data: about, isPending } = useAboutFile(attachment, lost);
  if (about && !isPicture(about)) return <Paper {...{ attachment, label, about, className }} />;
  return (
    <a
      href={pictureAddress(attachment)}
      target="_blank"
      rel="noopener"
      title={t('pictures:open')}
      // The row has its own click handler.
      onClick={(event) => event.stopPropagation()}
      className={`inline-flex shrink-0 items-center justify-center overflow-hidden rounded-md border border-edge bg-surface-2 ${className}`}
    >
      {lost ? (
        !isPending && <ImageOff size={18} role="img" aria-label={t('pictures:lost')} className="text-ink-muted" />
      ) : (
        <img
          src={`${pictureAddress(attachment)}?size=small`}
          alt={label}
          loading="lazy"
          onError={() => setLost(true)}
          className="size-full object-cover"
        />
      )}
    </a>
  );
}

/** A file that is saved under its own name: the server sends it as one. */
function Paper({ attachment, label, about, className }: PictureProps & { readonly about: AboutFile }) {
  const { t } = useTranslation();
  const Icon = about.media_type === 'application/pdf' ? FileText : FileSpreadsheet;
  const words = `${about.file_name}, ${sizeOf(about)}`;
  return (
    <a
      href={pictureAddress(attachment)}
      download={about.file_name}
      title={t('pictures:save', { file: words })}
      aria-label={`${label}: ${words}`}
      onClick={(event) => event.stopPropagation()}
      className={`inline-flex shrink-0 flex-col items-center justify-center gap-0.5 overflow-hidden rounded-md border border-edge bg-surface-2 p-1 ${className}`}
    >
      <Icon size={18} aria-hidden className="shrink-0 text-ink-muted" />
    </a>
  );
}

/** The name and the size of a file, below it. */
export function FileWords({ attachment }: { readonly attachment: string }) {
  const { data: about } = useAboutFile(attachment, true);
  if (!about) return null;
  return (
    <span className="flex max-w-40 min-w-0 flex-col text-xs">
      <bdi className="truncate" title={about.file_name}>
        {about.file_name}
      </bdi>
      <span className="numeric text-ink-muted" dir="ltr">
        {sizeOf(about)}
      </span>
    </span>
  );
}

/** The first picture of a row, as large as the row, and the number of further ones. */
export function PictureCell({ value, label }: { value: unknown; label: string }) {
  const [first, ...more] = textsOf(value);
  if (first === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1">
      <Picture attachment={first} label={label} className="size-7" />
      {more.length > 0 && <span className="numeric text-xs text-ink-muted">+{more.length}</span>}
    </span>
  );
}
