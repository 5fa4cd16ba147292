/** The edge of a column's heading: resizes the column by dragging or with the arrow keys. */

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { defined } from '../../../domain/values/defined.ts';
import { directionOf, preferences } from '../language/preferences.ts';

const [WIDTH_MIN, WIDTH_MAX] = [48, 800];
const STEP = 16;

export const clampWidth = (width: number): number => Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)));

export interface WidthHandleProps {
  readonly heading: string;
  /** In pixels, when the person has set it. */
  readonly width: number | undefined;
  readonly onWidth: (width: number) => void;
}

export function WidthHandle({ heading, width, onWidth }: WidthHandleProps) {
  const { t } = useTranslation();
  const drawn = useRef<number>(undefined);
  const headOf = (handle: Element) => defined(handle.parentElement);
  const endwards = () => (directionOf(preferences().language) === 'rtl' ? -1 : 1);
  const start = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drawn.current = undefined;
  };
  // The heading follows the pointer; the width is stored once, on release.
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const head = headOf(event.currentTarget);
    const box = head.getBoundingClientRect();
    drawn.current = clampWidth(endwards() === 1 ? event.clientX - box.left : box.right - event.clientX);
    head.style.width = `${drawn.current}px`;
    head.style.minWidth = `${drawn.current}px`;
    head.style.maxWidth = `${drawn.current}px`;
  };
  const end = () => {
    if (drawn.current !== undefined) onWidth(drawn.current);
    drawn.current = undefined;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(clampWidth(headOf(event.currentTarget).getBoundingClientRect().width + by * endwards() * STEP));
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('table:column_width', { column: heading })}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      aria-valuenow={width ?? WIDTH_MIN}
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={draw}
      onPointerUp={end}
      onKeyDown={press}
      className="absolute inset-y-1 end-0 w-1.5 cursor-col-resize touch-none rounded-sm opacity-0 hover:bg-accent/40 hover:opacity-100 focus-visible:bg-accent/60 focus-visible:opacity-100"
    />
  );
}
