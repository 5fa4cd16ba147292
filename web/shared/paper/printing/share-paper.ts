/**
 * Shares papers as pictures with their text: through the device's share dialog if it has one, otherwise by the
 * clipboard, from which a messenger pastes the picture and a text field the text.
 */
import '../paper.css';
import { isRoll, PAPER_SIZES } from '../../../../domain/paper/template.ts';
import { isOneOf } from '../../../../domain/values/members.ts';
import { say } from '../../language/language.ts';
import { notifySuccess } from '../../notify/notify.ts';
import { paperElements } from '../paper-element.ts';
import { paperPicture, whiteCanvas } from '../paper-picture.ts';
import type { PrintedForm } from '../printed-form.ts';

const PIXEL_OF_MM = 96 / 25.4;
/** Dots for a pixel, so that small print is readable. */
const SHARPNESS = 2;
/** Browsers draw no higher canvas. */
const HEIGHT_MAX = 16_000;
const WIDTHS_MM = { A4: 210, A5: 148, '80mm': 80, '58mm': 58 } as const;
/** Of a sheet on its side. */
const TURNED_MM = { A4: 297, A5: 210 } as const;
/** A sheet has its margins on paper from the page rule; a picture has them as padding. */
const MARGIN_MM = 12;
const PNG = 'image/png';
const TEXT = 'text/plain';

export async function sharePaper({ html, text }: PrintedForm): Promise<void> {
  const whole = text.join('\n');
  const pictures = await picturesOf(html);
  if (typeof navigator.share === 'function') {
    const files = pictures.map(({ name, blob }) => new File([blob], `${name}.png`, { type: PNG }));
    const data = { title: pictures[0]?.name ?? '', text: whole };
    const takesFiles = typeof navigator.canShare === 'function' && navigator.canShare({ files });
    // Closing the dialog is no error.
    await navigator.share(takesFiles ? { ...data, files } : data).catch(() => undefined);
    return;
  }
  const [first] = pictures;
  const said = new Blob([whole], { type: TEXT });
  const content = first ? { [TEXT]: said, [PNG]: first.blob } : { [TEXT]: said };
  await navigator.clipboard.write([new ClipboardItem(content)]);
  notifySuccess(say('paper:shared'));
}

interface Picture {
  readonly name: string;
  readonly blob: Blob;
}

async function picturesOf(html: string): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  for (const paper of paperElements(html)) {
    const blob = await drawn(paper);
    if (blob) pictures.push({ name: paper.dataset['name'] ?? '', blob });
  }
  return pictures;
}

/** Null for a paper that is too long for a picture. */
async function drawn(paper: HTMLElement): Promise<Blob | null> {
  const size = isOneOf(PAPER_SIZES, paper.dataset['size']) ? paper.dataset['size'] : 'A4';
  if (!isRoll(size)) paper.style.padding = `${MARGIN_MM}mm`;
  const isTurned = !isRoll(size) && paper.dataset['orientation'] === 'landscape';
  const widthPx = Math.round((isTurned ? TURNED_MM[size] : WIDTHS_MM[size]) * PIXEL_OF_MM);
  const { picture, heightPx } = await paperPicture(paper, widthPx);
  if (heightPx * SHARPNESS > HEIGHT_MAX) return null;
  const { canvas, drawing } = whiteCanvas(widthPx * SHARPNESS, heightPx * SHARPNESS);
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, PNG));
}
