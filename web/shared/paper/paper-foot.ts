/** The end of a paper: note, terms, signatures, and the shop's text. */
import { isRoll } from '../../../domain/paper/template.ts';
import { barcode } from './barcodes.ts';
import { type Markup, markup } from './markup.ts';
import { textOf } from './paper-head.ts';
import { footLine, type Printing, textsIn } from './printing/printing.ts';

export function footOf(printing: Printing): Markup {
  const { document, settings, has, both } = printing;
  const { template, business } = settings;
  const { signatures, isForCustomers } = document.layout;
  const terms = textsIn(template.terms, printing);
  const own = textsIn(template.footer, printing);
  // The text below receipts is for customers.
  const footer = own.length > 0 || !isForCustomers || !business.receipt_footer ? own : [business.receipt_footer];
  // A sheet has this line in the margin of every page.
  const printed = isRoll(template.paper) && has('printed') ? footLine(printing) : '';
  return markup`<footer class="paper-foot">
    ${has('note') && document.note ? markup`<div class="paper-note"><p class="paper-label">${both('label:note')}</p>${textOf(document.note, 'paper-said')}</div>` : ''}
    ${has('terms') && terms.length > 0 ? markup`<div class="paper-note"><p class="paper-label">${both('paper:terms')}</p>${terms.map((text) => textOf(text, 'paper-said'))}</div>` : ''}
    ${has('signatures') && signatures.length > 0 ? markup`<div class="paper-signatures">${signatures.map((name) => markup`<p>${both(`printed:signatures.${name}`)}</p>`)}</div>` : ''}
    <div class="paper-last">${proofOf(printing)}${footer.length > 0 ? markup`<div class="paper-thanks">${footer.map((text) => textOf(text, 'paper-said'))}</div>` : ''}</div>
    ${printed === '' ? '' : markup`<p class="paper-printed">${printed}</p>`}</footer>`;
}

/**
 * The position of a document in the sealed log, as text and in a QR code together with the number. Empty for a draft,
 * which has no number.
 */
function proofOf({ document, both, has }: Printing): Markup | string {
  const { proof, number } = document;
  if (!has('proof') || !proof || number === null) return '';
  const code = `${proof.position}-${proof.mark}`;
  return markup`<div class="paper-proof"><div class="paper-qr">${barcode('qr', `DAFTAR ${number} ${code}`) ?? ''}</div>
    <div><p class="paper-label">${both('paper:proof')}</p><p><code class="paper-ltr">${code}</code></p></div></div>`;
}
