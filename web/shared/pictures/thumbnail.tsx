/** The picture of something in a list of choices; an empty frame where there is none, so that names stay below each other. */
import { useState } from 'react';
import { pictureAddress } from './picture.tsx';

/** It is named beside, so nothing is read aloud twice. */
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
