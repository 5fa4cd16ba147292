/** The end of a paper: note, terms, signatures, and the shop's text. */
import { isRoll } from '../../../domain/paper/template.ts';
import { type Markup, markup } from './markup.ts';
import { textOf } from './paper-head.ts';
import { proofOf } from './paper-proof.ts';
import { footLine, type Printing } from './printing.ts';

export function footOf(printing: Printing): Markup {
  const { document, settings, language, has, both } = printing;
  const { template, business } = settings;
  const terms = template.terms[language];
  const footer = template.footer[language] ?? business.receipt_footer;
  const { signatures } = document.layout;
  // A sheet has this line in the margin of every page.
  const printed = isRoll(template.paper) && has('printed') ? footLine(printing) : '';
  return markup`<footer class="paper-foot">
    ${has('note') && document.note ? markup`<div class="paper-note"><p class="paper-label">${both('label:note')}</p>${textOf(document.note, 'paper-said')}</div>` : ''}
    ${has('terms') && terms ? markup`<div class="paper-note"><p class="paper-label">${both('paper:terms')}</p>${textOf(terms, 'paper-said')}</div>` : ''}
    ${has('signatures') && signatures.length > 0 ? markup`<div class="paper-signatures">${signatures.map((name) => markup`<p>${both(`paper:signatures.${name}`)}</p>`)}</div>` : ''}
    ${proofOf(printing)}
    ${footer ? textOf(footer, 'paper-said paper-thanks') : ''}
    ${printed === '' ? '' : markup`<p class="paper-printed">${printed}</p>`}</footer>`;
}
