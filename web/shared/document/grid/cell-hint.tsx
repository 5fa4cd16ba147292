/** A hint below a cell while it is edited. It takes no focus, and may be empty. */
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { usePlaceBelow } from './place-below.ts';

const WIDTH_PX = 320;

export function CellHint({ anchor, children }: { anchor: RefObject<HTMLElement | null>; children: ReactNode }) {
  const place = usePlaceBelow(anchor, WIDTH_PX);
  if (!place) return null;
  return createPortal(
    <div
      role="note"
      onMouseDown={(event) => event.preventDefault()}
      style={place}
      className="no-print fixed z-40 rounded-md border border-edge bg-surface-1 px-3 py-2 text-xs shadow-float empty:hidden"
    >
      {children}
    </div>,
    document.body,
  );
}
