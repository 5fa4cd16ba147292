/** A QR code: black on white in every theme, with the required quiet zone. Its encoder is loaded on first use. */
import { useEffect, useState } from 'react';

/** White modules around it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

interface Drawn {
  readonly size: number;
  readonly path: string;
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    let isShown = true;
    void import('uqr').then(({ encode }) => {
      if (isShown) setDrawn(drawing(encode(text, { ecc: 'M', border: QUIET_ZONE })));
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  if (!drawn) return <span className="skeleton size-48" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md bg-white"
    >
      <path d={drawn.path} fill="black" />
    </svg>
  );
}

/** `data` is a list of rows; true is a black module. */
function drawing({ size, data }: { readonly size: number; readonly data: readonly (readonly boolean[])[] }): Drawn {
  const squares = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}
