/** Positions a list or hint at its cell, above the page, because the scrolling grid would clip it. */
import { type RefObject, useLayoutEffect, useState } from 'react';

const GAP = 2;
const HEIGHT_MAX = 296;
/** Margin to the edges of the window. */
const EDGE = 8;

const within = (start: number, width: number): number =>
  Math.max(EDGE, Math.min(start, window.innerWidth - width - EDGE));

/** Below the anchor, or above it without space; follows it while the page scrolls. */
export function usePlaceBelow(anchor: RefObject<HTMLElement | null>, widthMin: number) {
  const [place, setPlace] = useState<{ top?: number; bottom?: number; left?: number; right?: number; width: number }>();
  useLayoutEffect(() => {
    const put = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const width = Math.min(Math.max(box.width, widthMin), window.innerWidth - 2 * EDGE);
      const above = box.bottom + HEIGHT_MAX > window.innerHeight && box.top > HEIGHT_MAX;
      const rightToLeft = document.documentElement.dir === 'rtl';
      setPlace({
        ...(above ? { bottom: window.innerHeight - box.top + GAP } : { top: box.bottom + GAP }),
        ...(rightToLeft ? { right: within(window.innerWidth - box.right, width) } : { left: within(box.left, width) }),
        width,
      });
    };
    put();
    window.addEventListener('scroll', put, true);
    window.addEventListener('resize', put);
    return () => {
      window.removeEventListener('scroll', put, true);
      window.removeEventListener('resize', put);
    };
  }, [anchor, widthMin]);
  return place;
}
