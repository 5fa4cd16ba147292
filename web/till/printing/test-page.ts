/** A printer's test page: letters of three scripts, figures, a barcode and the edges of the paper. */

import { type Roll, usualTemplate } from '../../../domain/paper/template.ts';
import { LANGUAGES, type Language } from '../../../domain/values/language.ts';
import { paperWords } from '../../shared/paper/paper-words.ts';
import { printedForm } from '../../shared/paper/printed-form.ts';

export async function testPage(till: string, roll: Roll, language: Language): Promise<string> {
  const words = await paperWords(LANGUAGES);
  const lines = LANGUAGES.map((each) => ({
    item_fk: words(each, 'paper:sample'),
    quantity: '1',
    price: '1250',
    line_total: '1250',
  }));
  const columns = [
    { field: 'item_fk', kind: 'text' as const },
    { field: 'quantity', kind: 'quantity' as const },
    { field: 'price', kind: 'amount' as const },
    { field: 'line_total', kind: 'amount' as const },
  ];
  const template = { ...usualTemplate({ isReceipt: true }), paper: roll };
  const document = {
    layout: { name: 'printer_test', signatures: [], isReceipt: true, table: { columns } },
    number: 'TEST-000001',
    status: 'complete',
    date: null,
    facts: [],
    lines,
    totals: [],
    total: '3750',
  };
  return printedForm(document, { business: { shop_name: till, phones: [] }, template, words }, language).html;
}
