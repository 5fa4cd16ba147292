/** A paper on the screen, as printed. */
import './paper.css';
import { useLayoutEffect, useRef } from 'react';
import { paperElements } from './paper-element.ts';

export function PaperPreview({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...paperElements(html)), [html]);
  return <div ref={place} className="paper-preview mx-auto flex w-fit flex-col gap-6" />;
}
