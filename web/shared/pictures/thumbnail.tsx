/** The picture of an option; an empty frame without one, so that names are aligned. */
import { useState } from 'react';
import { pictureAddress } from './picture.tsx';

/** Hidden from screen readers, because the name is beside it. */
export function Thumbnail({ attachment }: { attachment: string | undefined }) {
  const [lost, setLost] = useState(false);
  return (
    <span className="size-8 shrink-0 overflow-hidden rounded-sm bg-surface-2">
      {attachment !== undefined && !lost && (
        <img
          src={`${pictureAddress(attachment)}?size=small`}
          alt=""
          loading="lazy"
          onError={() => setLost(true)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
