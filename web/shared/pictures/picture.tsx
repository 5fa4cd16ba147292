/** A small picture; a click opens the full one in a new window, at the address of the specification. */

import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOf } from '../../../domain/values/members.ts';

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
        <ImageOff size={18} role="img" aria-label={t('pictures:lost')} className="text-ink-muted" />
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
