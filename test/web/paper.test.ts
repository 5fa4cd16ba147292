/** A paper is built from its values only: escaped, in two languages, with its amount in words, without requests. */
import { afterEach, describe, expect, it } from 'vitest';
import type { PaperBusiness, PaperDocument } from '../../domain/paper/paper.schema.ts';
import { ADVANCE } from '../../domain/paper/paper.ts';
import { REPORT_PAPERS } from '../../domain/paper/report-papers.ts';
import { type PaperTemplate, usualTemplate } from '../../domain/paper/template.ts';
import { EXCHANGE, TILL_PAPERS } from '../../domain/paper/till-papers.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { fieldsMarked } from '../../domain/schemas/schema-parts.ts';
import { LANGUAGES } from '../../domain/values/language.ts';
import { labelsAr } from '../../languages/words/labels-ar.ts';
import { labelsCkb } from '../../languages/words/labels-ckb.ts';
import { labelsEn } from '../../languages/words/labels-en.ts';
import { startLanguage } from '../../web/shared/language/language.ts';
import { amountInWords } from '../../web/shared/paper/amount-in-words.ts';
import { barcode, qrOutline } from '../../web/shared/paper/barcodes.ts';
import { pageRules, sheetOf } from '../../web/shared/paper/page-rules.ts';
import { paperWords } from '../../web/shared/paper/paper-words.ts';
import { copyOf, printedForm } from '../../web/shared/paper/printed-form.ts';
import { isPrinted } from '../../web/shared/paper/printing/print-path.ts';
import { PRINTED_RESOURCES } from '../../web/shared/paper/printing/print-routes.ts';
import type { PrintedReport } from '../../web/shared/paper/printing/printed-report.ts';
import { reportPaper } from '../../web/shared/paper/report-paper.ts';
import { sheetTable } from '../../web/shared/paper/report-table.ts';
import { setBoundAccounts } from '../../web/shared/session/bound-accounts.ts';
import { words } from '../support/paper-words.ts';
import { SCREEN_TEXTS } from '../support/texts.ts';

const LABELS = { en: labelsEn, ar: labelsAr, ckb: labelsCkb };
const DINAR = { currency_fk: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 };
const DOLLAR = { currency_fk: 2, currency_name: 'US dollar', symbol: '$', decimals: 2 };
const EURO = { currency_fk: 3, currency_name: 'Euro', symbol: '€', decimals: 2 };

const business: PaperBusiness = { shop_name: 'Bazaar', shop_name_ckb: 'بازاڕ', phones: ['0750 1'] };
const receipt: PaperDocument = {
  layout: {
    name: 'pos_sale',
    isReceipt: true,
    signatures: [],
    table: {
      columns: [
        { field: 'item_fk', kind: 'text' },
        { field: 'quantity', kind: 'quantity' },
        { field: 'price', kind: 'amount' },
        { field: 'line_total', kind: 'amount' },
      ],
    },
  },
  number: 'P-000007',
  status: 'complete',
  date: '2026-03-02',
  time: '09:05:00',
  currency: DINAR,
  facts: [],
  lines: [{ item_fk: '<img src=x onerror=alert(1)>', quantity: '2', price: '4500', line_total: '9000' }],
  totals: [],
  total: '9000',
  payments: [{ method: 'cash', amount: '10000', currency: DINAR }],
  change: '1000',
};
const settings = { business, template: usualTemplate({ isReceipt: true }), words };

describe('an amount in words', () => {
  it.each([
    ['0', 'zero Iraqi dinars only'],
    ['1', 'one Iraqi dinar only'],
    ['21', 'twenty-one Iraqi dinars only'],
    ['1005', 'one thousand and five Iraqi dinars only'],
    ['1250', 'one thousand two hundred and fifty Iraqi dinars only'],
    ['1281194', 'one million two hundred and eighty-one thousand one hundred and ninety-four Iraqi dinars only'],
    ['-5', 'five Iraqi dinars only'],
  ])('says %s in English', (amount, said) => {
    expect(amountInWords(amount, DINAR, 'en', words)).toBe(said);
  });

  it.each([
    ['1', 'فقط دينار عراقي واحد لا غير'],
    ['2', 'فقط ديناران عراقيان لا غير'],
    ['5', 'فقط خمسة دنانير عراقية لا غير'],
    ['25', 'فقط خمسة وعشرون ديناراً عراقياً لا غير'],
    ['100', 'فقط مئة دينار عراقي لا غير'],
    ['2003', 'فقط ألفان وثلاثة دنانير عراقية لا غير'],
    ['25250', 'فقط خمسة وعشرون ألفاً ومئتان وخمسون ديناراً عراقياً لا غير'],
    ['3000000', 'فقط ثلاثة ملايين دينار عراقي لا غير'],
    ['200', 'فقط مئتا دينار عراقي لا غير'],
    ['2000', 'فقط ألفا دينار عراقي لا غير'],
    ['25000', 'فقط خمسة وعشرون ألف دينار عراقي لا غير'],
    ['200000', 'فقط مئتا ألف دينار عراقي لا غير'],
    ['225250', 'فقط مئتان وخمسة وعشرون ألفاً ومئتان وخمسون ديناراً عراقياً لا غير'],
    ['2000000', 'فقط مليونا دينار عراقي لا غير'],
  ])('says %s in Arabic, with the form of the noun that the number asks for', (amount, said) => {
    expect(amountInWords(amount, DINAR, 'ar', words)).toBe(said);
  });

  it.each([
    ['25250', 'تەنها بیست و پێنج هەزار و دووسەد و پەنجا دیناری عێراقی'],
    ['1100000', 'تەنها یەک ملیۆن و سەد هەزار دیناری عێراقی'],
  ])('says %s in Kurdish', (amount, said) => {
    expect(amountInWords(amount, DINAR, 'ckb', words)).toBe(said);
  });

  it('includes cents, and names a currency without words of its own', () => {
    expect(amountInWords('12.05', DOLLAR, 'en', words)).toBe('twelve US dollars and five cents only');
    expect(amountInWords('12.05', DOLLAR, 'ckb', words)).toBe('تەنها دوازدە دۆلاری ئەمریکی و پێنج سەنت');
    expect(amountInWords('0.50', DOLLAR, 'en', words)).toBe('fifty cents only');
    expect(amountInWords('0.50', DOLLAR, 'ar', words)).toBe('فقط خمسون سنتاً لا غير');
    expect(amountInWords('3.10', EURO, 'en', words)).toBe('three Euro and ten hundredths only');
    expect(amountInWords('1000000000000000', DINAR, 'en', words)).toBe('');
    expect(amountInWords('83333.3333', DINAR, 'en', words)).toBe('');
  });
});

describe('an account on a paper', () => {
  afterEach(() => setBoundAccounts({}));

  it('has the name that the business gave to it, in the language of the paper', async () => {
    await startLanguage();
    const said = await paperWords(['en', 'ckb']);
    const bound = { system_key: 'sales', account_code: '4101', account_name: 'Shop revenue' };
    expect(said('en', 'option:account.sales')).toBe('Sales');
    setBoundAccounts({ posting_accounts: [{ ...bound, account_name_ckb: 'داهاتی دوکان' }] });
    expect(said('en', 'option:account.sales')).toBe('Shop revenue');
    expect(said('ckb', 'option:account.sales')).toBe('داهاتی دوکان');
    expect(said('en', 'option:account.110100001 Till')).toBe('110100001 Till');
    expect(said('en', 'option:account.capital')).not.toBe('capital');
  });
});

describe('a paper', () => {
  it('escapes all of its texts', () => {
    const { html } = printedForm({ ...receipt, note: '</article><script>alert(2)</script>' }, settings, 'en');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toMatch(/<script|<img src=x/);
  });

  it('has the same content as lines of text, and marks only copies', () => {
    const { html, text } = printedForm(receipt, settings, 'ckb');
    expect(text[0]).toContain('بازاڕ');
    expect(text.join('\n')).toContain('9,000');
    expect(html).toContain('lang="ckb" dir="rtl"');
    expect(html).not.toContain('کۆپی');
    expect(copyOf(html, words, 'ckb')).toContain('کۆپی');
    expect(printedForm(receipt, { ...settings, isCopy: true }, 'ckb').html).toBe(copyOf(html, words, 'ckb'));
  });

  it('has the shop’s text for customers only on papers for customers, and texts of a template in both languages', () => {
    const shop = { ...business, receipt_footer: 'Come again' };
    const of = (isForCustomers: boolean, template = settings.template) =>
      printedForm(
        { ...receipt, layout: { ...receipt.layout, isForCustomers } },
        { ...settings, business: shop, template },
        'en',
      ).html;
    expect(of(true)).toContain('Come again');
    expect(of(false)).not.toContain('Come again');
    const footer = { en: 'Own text', ar: 'نص خاص', ckb: null };
    const html = of(true, { ...settings.template, second_language: 'ar', footer });
    expect(html).toMatch(/Own text[\s\S]*نص خاص/);
    expect(html).not.toContain('Come again');
  });

  it('has its labels in a second language, and its digits as in the template', () => {
    const template = { ...settings.template, second_language: 'ar' as const, digits: 'arabic' as const };
    const { html } = printedForm(receipt, { ...settings, template }, 'en');
    expect(html).toContain('Receipt<span class="paper-second" lang="ar">إيصال</span>');
    expect(html).toContain('٩٬٠٠٠');
  });

  it('has the returned amount, and a fact in another currency with the decimals of its own', () => {
    const fact = { field: 'to_amount', kind: 'amount' as const, value: '0.1', currency: DOLLAR };
    const owed = { paid: '3000', returned: '2000', remaining: '4000' };
    const { html, text } = printedForm({ ...receipt, facts: [fact], ...owed }, settings, 'en');
    for (const amount of ['0.10', 'Returned', '2,000']) expect(html).toContain(amount);
    const plain = text.join(' ').replace(/\p{Cf}/gu, '');
    expect(plain).toContain('Amount received: 0.10');
    expect(plain).toContain('Paid: 3,000 Returned: 2,000 Remaining: 4,000');
  });

  it('prints the goods of a line below it, and of all lines at the end, on a sheet, on a roll and as text', () => {
    const goods = [{ quantity: '2', unit_fk: 'Sack', item_fk: '<b>Rice' }];
    const columns = (['quantity', 'unit_fk', 'item_fk'] as const).map((field) => ({
      ...{ field, kind: field === 'quantity' ? ('quantity' as const) : ('text' as const) },
    }));
    const route = { ...receipt, layout: { ...receipt.layout, goods: columns }, line_goods: [goods], goods };
    for (const paper of ['A4', '80mm'] as const) {
      const template = { ...settings.template, paper };
      const { html, text } = printedForm(route, { ...settings, template }, 'en');
      const [below, inAll] = html.split('Goods to load');
      for (const part of [below, inAll]) expect(part).toContain('<bdi>&lt;b&gt;Rice</bdi>');
      expect(html.match(/paper-goods-row/g)).toHaveLength(1);
      expect(text.filter((line) => line.startsWith('–') && line.includes('Sack'))).toHaveLength(2);
    }
  });

  it('names the batches of a line, and how many of each where there are several', () => {
    const batch = (batch_number: string, quantity: string) => ({ batch_number, expire_date: '2027-12-31', quantity });
    const table = {
      columns: [
        { field: 'item_fk', kind: 'text' as const },
        { field: 'batches', kind: 'batches' as const },
      ],
    };
    const formOf = (batches: readonly object[], language: 'en' | 'ckb' = 'en') =>
      printedForm(
        {
          ...receipt,
          layout: { ...receipt.layout, table },
          lines: [{ item_fk: 'Tea', batches: JSON.stringify(batches) }],
        },
        settings,
        language,
      );
    const textOf = (...batches: readonly object[]) => formOf(batches).text.join(' ');
    expect(textOf(batch('B7', '2'))).toContain('B7 · 31/12/2027');
    expect(textOf(batch('B7', '2'), batch('B8', '1'))).toContain('B7 · 31/12/2027 × 2 + B8 · 31/12/2027 × 1');
    const inUnits = (batch_number: string, ...parts: readonly (readonly [string, string])[]) => ({
      ...batch(batch_number, '1'),
      in_units: parts.map(([quantity, unit_name]) => ({ quantity, unit_name })),
    });
    expect(textOf(inUnits('B7', ['2', 'Strip'], ['8', 'Tablet']), inUnits('B8', ['1', 'Strip']))).toContain(
      'B7 · 31/12/2027 × 2 Strip 8 Tablet + B8 · 31/12/2027 × 1 Strip',
    );
    // Each count stays with its own unit, in whichever direction the name of the unit runs.
    const kurdish = [inUnits('B7', ['2', 'شریت'], ['8', 'حەب']), inUnits('B8', ['1', 'شریت'])];
    expect(formOf(kurdish, 'ckb').html).toContain(
      '<bdi class="paper-batch">B7 · 31/12/2027</bdi> × <bdi class="paper-unbroken">2 شریت</bdi> <bdi class="paper-unbroken">8 حەب</bdi>' +
        ' + <bdi class="paper-batch">B8 · 31/12/2027</bdi> × <bdi class="paper-unbroken">1 شریت</bdi>',
    );
  });

  it('of a roll has the quantity with its unit, and a measure in an Arabic name from left to right', () => {
    const columns = [...(receipt.layout.table?.columns ?? []), { field: 'unit_fk', kind: 'text' as const }];
    const lines = [
      { item_fk: 'شامبو 330 ml', unit_fk: 'قطعة', quantity: '2', price: '4500', line_total: '9000' },
      { item_fk: 'Shampoo 330 ml', quantity: '3', price: '4500', line_total: '13500' },
    ];
    const { html } = printedForm(
      { ...receipt, layout: { ...receipt.layout, table: { columns } }, lines },
      settings,
      'ar',
    );
    expect(html).toContain('<bdi>2</bdi> <bdi>قطعة</bdi> × <bdi>4,500</bdi>');
    expect(html).toContain('<bdi>3</bdi> × <bdi>4,500</bdi>');
    expect(html).toContain('<bdi>شامبو <bdi class="paper-ltr">330 ml</bdi></bdi>');
    expect(html).toContain('<bdi>Shampoo 330 ml</bdi>');
  });

  it('leaves out the blocks that its template leaves out', () => {
    const template = { ...settings.template, blocks: [] };
    const { html } = printedForm(receipt, { ...settings, template, printedAt: '02/03/2026 10:00' }, 'en');
    expect(html).not.toMatch(/paper-bars|0750 1|Change|Printed/);
    expect(printedForm(receipt, settings, 'en').html).toMatch(/0750 1[\s\S]*paper-bars[\s\S]*Change/);
  });

  it('has no barcode of what a barcode cannot hold', () => {
    expect(barcode('code128', 'P-000007')?.html).toContain('<svg');
    expect(barcode('code128', 'پ')).toBeUndefined();
    expect(barcode('ean13', '6210000010014')).toBeUndefined();
    expect(barcode('ean13', '4006381333931')?.html).toContain('<svg');
  });

  it('of a screen has four white modules around it, and grows with its text', () => {
    const texts = [
      'A',
      'otpauth://totp/Daftar:admin@daftar.local?secret=JBSWY3DPEHPK3PXP&issuer=Daftar',
      'كوردستان'.repeat(9),
    ];
    const sizes = texts.map((text) => {
      const { size, path } = qrOutline(text);
      const numbers = [...path.matchAll(/\d+/g)].map(([number]) => Number(number));
      // Two units a module: the black ones reach from the eighth unit to the eighth before the edge.
      expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([8, size - 8]);
      return (size - 16) / 2;
    });
    expect(sizes).toEqual([21, 37, expect.any(Number)]);
    for (const modules of sizes) expect((modules - 17) % 4).toBe(0);
  });
});

describe('the page of a paper', () => {
  it('holds a text that would end its rule', () => {
    const head = 'A "shop" \\ </style>\n}';
    const rules = pageRules({
      size: 'A4',
      orientation: 'portrait',
      direction: 'ltr',
      heightMm: 0,
      head,
      foot: '',
      page: 'Page',
      of: 'of',
      digits: 'latin',
    });
    expect(rules).not.toContain('</style>');
    expect(rules).toContain(String.raw`content: "A \22 shop\22  \5c  \3c /style>\a }"`);
  });

  it('of a sheet may lie on its side', () => {
    const facts = { direction: 'ltr', heightMm: 0, head: '', foot: '', page: '', of: '', digits: 'latin' } as const;
    expect(pageRules({ size: 'A4', orientation: 'landscape', ...facts })).toContain('size: A4 landscape;');
    expect(sheetOf('A4', 'portrait')).toEqual({ widthMm: 184, heightMm: 265 });
    expect(sheetOf('A4', 'landscape')).toEqual({ widthMm: 271, heightMm: 178 });
  });

  it('of one among several papers has neither the name of another one nor a count of their pages', () => {
    const facts = { direction: 'ltr', heightMm: 0, foot: 'Printed by Azad', of: 'of', digits: 'latin' } as const;
    const sheet = { size: 'A4', orientation: 'portrait', ...facts } as const;
    const several = pageRules({ ...sheet, head: '', page: '' });
    expect(several).toContain('Printed by Azad');
    expect(several).not.toContain('counter(');
    expect(pageRules({ ...sheet, head: 'Invoice S-1', page: 'Page' })).toContain('counter(page)');
  });

  it('of a report keeps numbers of documents and spans of days on one line, but no longer text', () => {
    const long = 'INV-2026-11-0005/closed';
    const { html } = sheetTable({
      columns: ['Document', '61–90 days'].map((heading) => ({ heading, isFigure: false, isShort: false })),
      rows: [{ cells: ['Sale return ERB-SR-000013', `${long} x-ray`] }],
    });
    const kept = [...html.matchAll(/<span class="paper-unbroken">([^<]*)</g)].map(([, text]) => text);
    expect(kept).toEqual(['61–90', 'ERB-SR-000013']);
    expect(html).toContain(long);
  });

  it('is as long as the receipt on a roll', () => {
    const facts = { direction: 'rtl', heightMm: 143, head: '', foot: '', page: '', of: '', digits: 'latin' } as const;
    expect(pageRules({ size: '80mm', orientation: 'portrait', ...facts })).toBe(
      '@page { size: 80mm 143mm; margin: 0; }',
    );
  });
});

describe('the pages of papers', () => {
  it('are there for every document that has a paper, and for no other', () => {
    const printed = documentResources.filter(({ papers = [] }) => papers.length > 0).map(({ resource }) => resource);
    expect([...PRINTED_RESOURCES].sort()).toEqual([...printed].sort());
    const others = documentResources.filter(({ resource }) => !printed.includes(resource));
    expect(others.filter(({ resource }) => isPrinted(resource))).toEqual([]);
  });

  it.each(LANGUAGES)('have a word in %s for every fact, column and payment', (language) => {
    const papers = [...documentResources.flatMap(({ papers = [] }) => papers), ...TILL_PAPERS];
    const fields = papers.flatMap(({ facts, party, table }) => [
      ...(party ? [party] : []),
      ...[...facts, ...(table?.columns ?? []), ...(table?.further ?? [])].map(({ field }) => field),
    ]);
    const texts = SCREEN_TEXTS[language];
    const isNamed = (field: string) =>
      texts.has(`printed:fields.${field}`) || texts.has(`fields:${field}`) || `field.${field}` in LABELS[language];
    expect(fields.filter((field) => !isNamed(field))).toEqual([]);
    const methods = ['cash', 'app', 'credit', EXCHANGE, ADVANCE];
    expect(methods.filter((method) => !texts.has(`fields:options.method.${method}`))).toEqual([]);
  });

  it('have the word of every choice, not its name in the API', () => {
    const printed = documentResources.flatMap(({ kind, body, papers = [] }) => {
      const choices = fieldsMarked([body], (field) => Array.isArray(field['enum']));
      const columns = papers.flatMap(({ facts, table }) => [...facts, ...(table?.columns ?? [])]);
      return columns.flatMap((column) => (choices.has(column.field) ? [{ document: kind, ...column }] : []));
    });
    expect(printed.length).toBeGreaterThan(20);
    expect(printed.filter((column) => column.kind === 'text' && column.field !== 'status')).toEqual([]);
  });

  it('have a title for every paper in each language', () => {
    const papers = documentResources.flatMap(({ papers = [] }) => papers);
    const variants = papers.flatMap((paper) => Object.values(paper.variants?.of ?? {}));
    const names = [...papers, ...variants]
      .flatMap(({ title, name }) => [title, name])
      .filter((name) => name !== undefined);
    expect(names).toContain('disposed_asset');
    expect(names.map((name) => `paper:titles.${name}`).filter((name) => !SCREEN_TEXTS.en.has(name))).toEqual([]);
  });
});

describe('the paper of a report', () => {
  const statement: PrintedReport = {
    paper: 'statement',
    title: 'Customer statement',
    party: { role: 'customer_fk', name: 'Karwan <b>', address: 'Near the citadel', phones: ['0750 9'] },
    facts: [{ label: 'As at', value: '02/03/2026' }],
    columns: [
      { heading: 'Date', isFigure: false, isShort: true },
      { heading: 'Document', isFigure: false, isShort: false },
      { heading: 'Debit', isFigure: true, isShort: false },
      { heading: 'Balance', isFigure: true, isShort: false },
    ],
    rows: [{ cells: ['01/03/2026', 'S-000001', '2,500', '2,500'] }],
    totals: ['Total', '', '2,500', ''],
    sums: [],
  };
  const look = {
    business: { ...business, receipt_footer: 'Come again' },
    words,
    printedBy: 'Sara',
    width: 'portrait',
  } as const;
  const paperOf = (report: PrintedReport, template: Partial<PaperTemplate> = {}) =>
    reportPaper(report, {
      ...{ ...look, printedAt: '02/03/2026 09:05', language: 'en' },
      template: { ...usualTemplate(REPORT_PAPERS[report.paper]), ...template },
    });

  it('has the head, the party, the terms and the signatures that its template says', () => {
    const terms = { en: 'Please check within a week', ar: null, ckb: null };
    const html = paperOf(statement, { terms, second_language: 'ckb' });
    for (const said of ['Bazaar', 'بازاڕ', 'Karwan &lt;b&gt;', 'Near the citadel', 'Issued by', 'وەرگر', terms.en]) {
      expect(html).toContain(said);
    }
    expect(html).toContain('Come again');
    expect(paperOf(statement, { blocks: [] })).not.toMatch(/Near the citadel|Issued by|As at|Printed/);
  });

  it('of a letter has its sentences before and after its table', () => {
    const letter = { opening: ['Dear Karwan,'], closing: ['Please pay'] };
    const html = paperOf({ ...statement, paper: 'reminder', letter });
    const places = ['Near the citadel', 'Dear Karwan,', 'S-000001', 'Please pay', 'Issued by'].map((said) =>
      html.indexOf(said),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('is not signed by default and has no text for customers when it stays in the business', () => {
    const html = paperOf({ ...statement, paper: 'report' });
    expect(html).not.toMatch(/Issued by|Come again/);
    expect(paperOf({ ...statement, paper: 'report' }, { blocks: ['signatures'] })).toContain('Issued by');
  });

  it('on a roll has each figure below its row with its heading, and no empty ones', () => {
    const html = paperOf(statement, { paper: '80mm' });
    expect(html).toContain('data-size="80mm"');
    expect(html).toContain('<bdi>01/03/2026</bdi> · <bdi>S-000001</bdi>');
    expect(html.match(/<td class="paper-small">(\w+)<\/td>/g)).toEqual(
      ['Debit', 'Balance', 'Debit'].map((heading) => `<td class="paper-small">${heading}</td>`),
    );
  });
});
