/** The stems of terms in all of their forms, and the English texts that have several senses. */

/** Texts with another sense of an English word: its thing is another one. */
export const ANOTHER_SENSE =
  /^(audit:rule\.note\.goods_cost|document:in_rate_hint|report:columns\.last_receipt|selling:no_receipt_hint\.unknown|report:accounts\.inventory|words:option\.inventory|shell:languages\..*)$/;

interface Stems {
  readonly en: RegExp;
  readonly ar: RegExp;
  readonly ckb: RegExp;
  /** English texts with the word in another sense. */
  readonly other?: RegExp;
}

export const STEMS: readonly Stems[] = [
  { en: /\bpermissions?\b/i, ar: /صلاحي/, ckb: /ماف/ },
  { en: /\binvoices?\b/i, ar: /فاتور|فواتير/, ckb: /پسوولە/ },
  { en: /\breceipts?\b(?! voucher)/i, ar: /إيصال/, ckb: /وەسڵ/, other: /vouchers and receipts/ },
  { en: /\bPINs?\b/, ar: /رم(ز|وز)/, ckb: /نهێنی/ },
  { en: /\btills?\b/i, ar: /نق(طة|طتي|اط)/, ckb: /خاڵ/, other: /Neither this till/ },
  { en: /\bdrawers?\b/i, ar: /درج|أدراج/, ckb: /چەکمەج/ },
  { en: /\bcash box(es)?\b/i, ar: /صندوق|صناديق/, ckb: /سندوق/ },
  { en: /\bcash and banks?\b/i, ar: /الصناديق والبنوك|الصندوق والبنك/, ckb: /سندوق و بانک/ },
  { en: /\bbanks?\b/i, ar: /بن(ك|وك)/, ckb: /بانک/ },
  { en: /\bsafe\b(?! place)/i, ar: /خزن/, ckb: /قاسە/ },
  { en: /\bstat(us|e)\b(?! of the)/i, ar: /حال/, ckb: /(^|[^\p{L}])بار/u },
  { en: /\bdebits?\b/i, ar: /مدين|الدين/, ckb: /مەدین|قەرز/ },
  { en: /\bdebits? (and|or) credits?\b/i, ar: /مدين.*دائن/, ckb: /مەدین.*دائین/ },
  { en: /\bquantit(y|ies)\b/i, ar: /كمي/, ckb: /بڕ/ },
  { en: /\bprices?\b/i, ar: /سعر|أسعار/, ckb: /نرخ/ },
  { en: /\bvalues?\b/i, ar: /قيم/, ckb: /بەها/ },
  { en: /\bdepreciat(ion|ions|ed)\b/i, ar: /اندثار/, ckb: /داخور|داناخور/ },
  { en: /\bliabilit(y|ies)\b/i, ar: /مطلوبات/, ckb: /پابەندی/ },
  { en: /\bassets?\b/i, ar: /موجود/, ckb: /دارایی/ },
  { en: /\bpromotions?\b/i, ar: /عرض|عروض/, ckb: /ئۆفەر/ },
  { en: /\bcommissions?\b/i, ar: /عمول/, ckb: /کۆمیسیۆن/ },
  { en: /\bcustomers?\b/i, ar: /زبون|زبائن/, ckb: /کڕیار/ },
  { en: /\bsuppliers?\b/i, ar: /مورّد/, ckb: /دابینکەر/ },
  { en: /\bsalesm[ae]n\b/i, ar: /مندوب/, ckb: /فرۆشیار/ },
  { en: /\boutlets?\b/i, ar: /فرع|فروع/, ckb: /لق/ },
  { en: /\binventor(y|ies)\b/i, ar: /مخ(ز|ا)/, ckb: /ئەمبار/ },
  { en: /\bitems?\b/i, ar: /ماد|مواد/, ckb: /کاڵا/ },
  { en: /\bbatch(es)?\b/i, ar: /تشغيل/, ckb: /وەجب/ },
  { en: /\bcategor(y|ies)\b/i, ar: /فئ/, ckb: /پۆل/ },
  {
    en: /\bcurrenc(y|ies)\b/i,
    ar: /عمل|صرف/,
    ckb: /دراو|گۆڕینەوە/,
    other: /^[^a-z]*\w+( \w+)* \(\{\{currency\}\}\)$/i,
  },
  { en: /\b(exchange|currency) rates?\b/i, ar: /(سعر|أسعار) (ال)?صرف/, ckb: /نرخ(ی|ەکانی) گۆڕینەوە/ },
  { en: /\bin rate\b/i, ar: /سعر الوارد/, ckb: /نرخی هاتوو/ },
  { en: /\bout rate\b/i, ar: /سعر الصادر/, ckb: /نرخی دەرچوو/ },
  { en: /\brevers(e|es|ed)\b/i, ar: /عكس|عُكس|معكوس/, ckb: /پێچەوانە/ },
  { en: /\bdocuments?\b/i, ar: /مستند/, ckb: /بەڵگەنامە/ },
  { en: /\blines?\b(?! of the keypad)/i, ar: /سطر|أسطر/, ckb: /دێڕ/ },
  { en: /\bserver\b/i, ar: /خادم/, ckb: /سێرڤەر/ },
  { en: /\brecalculat(e|ion|ions)\b/i, ar: /احتساب/, ckb: /هەژمار/ },
  { en: /\bjournal\b/i, ar: /يومية|قيد/, ckb: /ڕۆژانە/ },
  { en: /\btax(es)?\b/i, ar: /ضريب|ضرائب/, ckb: /باج/ },
  { en: /\bdiscounts?\b/i, ar: /خصم|خصوم/, ckb: /داشکان/ },
  { en: /\bremittances?\b/i, ar: /حوال/, ckb: /حەواڵە/ },
  { en: /\baverage cost\b/i, ar: /متوسط (ال)?كلفة|بمتوسط الكلفة/, ckb: /تێکڕای (جووڵاوی )?تێچوو/ },
  { en: /\badjustments?\b/i, ar: /تسوي/, ckb: /ڕاستکردنەوە/ },
  { en: /\bcashiers?\b/i, ar: /أمين|أمناء/, ckb: /کاشێر/ },
  { en: /\bbonus\b/i, ar: /هدية/, ckb: /دیاری/ },
  { en: /\bquotas?\b/i, ar: /هدف|أهداف/, ckb: /ئامانج/ },
  { en: /\bmobile\b(?! (app|application|sections?))/i, ar: /موبايل/, ckb: /مۆبایل/ },
  { en: /\brules?\b/i, ar: /قاعدة|قواعد/, ckb: /ڕێسا/ },
];

/** How many texts an English text has in a language, because it is a verb and a noun, or names several things. */
export const SENSES: Readonly<Record<string, number>> = {
  cancel: 2,
  cash: 3,
  change: 3,
  complete: 2,
  confirmed: 2,
  copy: 2,
  count: 3,
  'counted by': 2,
  digits: 2,
  done: 3,
  due: 2,
  empty: 2,
  goods: 2,
  held: 2,
  hold: 2,
  invoice: 2,
  leave: 2,
  missing: 2,
  of: 2,
  open: 3,
  order: 3,
  page: 2,
  paid: 3,
  pay: 2,
  payment: 2,
  payroll: 2,
  receive: 2,
  received: 3,
  refused: 2,
  search: 2,
  settles: 2,
  share: 3,
  statement: 2,
  unpaid: 2,
  view: 2,
};
