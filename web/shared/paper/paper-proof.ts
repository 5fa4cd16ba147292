/** The position of a document in the sealed log, as text and in a QR code together with the number. */
import { barcode } from './barcodes.ts';
import { type Markup, markup } from './markup.ts';
import type { Printing } from './printing/printing.ts';

/** Empty for a draft, which has no number. */
export function proofOf({ document, both, has }: Printing): Markup | string {
  const { proof, number } = document;
  if (!has('proof') || !proof || number === null) return '';
  const code = `${proof.position}-${proof.mark}`;
  return markup`<div class="paper-proof"><div class="paper-qr">${barcode('qr', `DAFTAR ${number} ${code}`) ?? ''}</div>
    <div><p class="paper-label">${both('paper:proof')}</p><p><code class="paper-ltr">${code}</code></p></div></div>`;
}
