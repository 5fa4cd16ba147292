/** Prints or shares the paper of a document as its default template says, without opening the page of the paper. */
import { preferences } from '../language/preferences.ts';
import { PAGES_MAX } from './many-pages.tsx';
import { fetchPaper, formsOf, templateFor } from './paper-source.ts';

export type PaperAction = 'pdf' | 'share';

interface Wanted {
  readonly resource: string;
  readonly id: number;
  readonly printedBy: string;
  /** Opens the page of the paper: it asks before it prints many pages. */
  readonly openPage: () => void;
}

export async function takePaper(action: PaperAction, { resource, id, printedBy, openPage }: Wanted): Promise<void> {
  const source = await fetchPaper(resource, id, { language: preferences().language });
  const form = await formsOf(source, { template: templateFor(source), isCopy: false, printedBy });
  if (action === 'share') {
    const { sharePaper } = await import('./printing/share-paper.ts');
    return sharePaper(form);
  }
  const { layOut, printLaidOut } = await import('./printing/print-paper.ts');
  const laidOut = await layOut(form.html);
  if (laidOut.pages > PAGES_MAX) openPage();
  else printLaidOut(laidOut);
}
