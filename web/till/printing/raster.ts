/** Renders a paper as dots for a thermal printer. */
import type { Roll } from '../../../domain/paper/template.ts';
import { paperElement } from '../../shared/paper/paper-element.ts';
import { paperPicture, whiteCanvas } from '../../shared/paper/paper-picture.ts';

/** Dots of common print heads, 203 per inch, and their printable width. */
const HEADS: Readonly<Record<Roll, { readonly dots: number; readonly widthMm: number }>> = {
  '80mm': { dots: 576, widthMm: 72 },
  '58mm': { dots: 384, widthMm: 48 },
};
const PIXEL_OF_MM = 96 / 25.4;
/** Rows of dots are multiples of eight. */
const ROWS = 8;

/** Throws DOMException when the image cannot be drawn. */
export async function rasterOf(html: string, roll: Roll): Promise<ImageData> {
  const { dots, widthMm } = HEADS[roll];
  const paper = paperElement(html);
  const widthPx = widthMm * PIXEL_OF_MM;
  paper.style.paddingInline = '1mm';
  const { picture, heightPx } = await paperPicture(paper, widthPx);
  const height = Math.ceil((heightPx * dots) / widthPx / ROWS) * ROWS;
  const { drawing } = whiteCanvas(dots, height);
  drawing.drawImage(picture, 0, 0, dots, (heightPx * dots) / widthPx);
  return drawing.getImageData(0, 0, dots, height);
}
