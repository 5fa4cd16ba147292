/** A QR code: black on white in every theme, with the required quiet zone. The library of codes is loaded on first use. */
import { useEffect, useState } from 'react';
import type { Outline } from '../../shared/paper/barcodes.ts';

export function QrCode({ text, label }: { text: string; label: string }) {
  const [outline, setOutline] = useState<Outline>();
  useEffect(() => {
    let isShown = true;
    void import('../../shared/paper/barcodes.ts').then(({ qrOutline }) => {
      if (isShown) setOutline(qrOutline(text));
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  if (!outline) return <span className="skeleton size-48" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${outline.size} ${outline.size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md bg-white"
    >
      <path d={outline.path} fill="black" fillRule="evenodd" />
    </svg>
  );
}
