/** Fits the lines of a document to the width of its sheet, so that no column is cut. */
import { layOut } from './printing/print-paper.ts';
import { PAPER_FITS, type PaperFit } from './printing/printing.ts';

/** The first fit in which nothing is wider than the sheet; the last one when nothing fits. */
export async function fitOf(render: (fit: PaperFit) => string): Promise<PaperFit> {
  for (const fit of PAPER_FITS) if (!(await layOut(render(fit))).isCut) return fit;
  return 'turned';
}
