/** The papers of a till: created on the device, offline, in the screen's language, and stored with the entry. */
import { useMemo } from 'react';
import type { PaperBusiness, PaperDocument } from '../../../domain/paper/paper.schema.ts';
import { type PaperTemplate, templateOf } from '../../../domain/paper/template.ts';
import { usualFirst } from '../../../domain/paper/usual-template.ts';
import { LANGUAGES, type Language } from '../../../domain/values/language.ts';
import { type Members, membersOf, textsOf } from '../../../domain/values/members.ts';
import { isLanguage, usePreferences } from '../../shared/language/preferences.ts';
import { type PaperWords, paperWords } from '../../shared/paper/paper-words.ts';
import { copyOf, printedForm } from '../../shared/paper/printed-form.ts';
import type { PrintedForm } from '../device/database-schema.ts';
import { printForm } from '../printing/print-form.ts';
import { printerSettings } from '../printing/printer-settings.ts';
import { sayPrinterProblem } from '../printing/say-problem.ts';
import { nameIn } from '../selling/goods.ts';
import { logoPlace, withLogo } from './paper-logo.ts';
import { type TillPlace, useTill } from './till-context.tsx';

export interface Papers {
  /** Loads a function that creates papers synchronously, because an entry and its paper are stored in one step. */
  readonly maker: () => Promise<(document: PaperDocument) => PrintedForm>;
  /** Reports a printer's problem; the paper stays stored with its entry. `opensDrawer`: cash goes in or out. */
  readonly print: (form: PrintedForm, opensDrawer?: boolean) => Promise<void>;
  /** Prints a copy, with its mark. */
  readonly printCopy: (form: PrintedForm) => Promise<void>;
}

export function usePapers(): Papers {
  const till = useTill();
  const { language } = usePreferences();
  return useMemo(
    () => ({
      maker: async () => {
        const words = await wordsOf(language);
        return (document: PaperDocument) => formOf(document, { till, language, words });
      },
      print: ({ html }: PrintedForm, opensDrawer?: boolean) =>
        printForm(withLogo(html, till.device.catalogue.tables()), opensDrawer).catch(sayPrinterProblem),
      printCopy: async ({ html, language: written }: PrintedForm) => {
        const own = isLanguage(written) ? written : language;
        const copy = copyOf(withLogo(html, till.device.catalogue.tables()), await wordsOf(own), own);
        await printForm(copy).catch(sayPrinterProblem);
      },
    }),
    [till, language],
  );
}

/** The screen's language is loaded already; without the others their texts are missing, which must not stop a sale. */
const wordsOf = (language: Language): Promise<PaperWords> => paperWords(LANGUAGES).catch(() => paperWords([language]));

interface Making {
  readonly till: TillPlace;
  readonly language: Language;
  readonly words: PaperWords;
}

function formOf(document: PaperDocument, { till, language, words }: Making): PrintedForm {
  const template = templateFor(till, document);
  const second = template.second_language;
  const isThere = second === null || words(second, 'paper:copy') !== 'paper:copy';
  const settings = {
    business: businessOf(till, language),
    template: isThere ? template : { ...template, second_language: null },
    words,
  };
  return { ...printedForm(document, settings, language), language };
}

/** The default template of the office; with a thermal printer, on its roll. */
function templateFor({ device }: TillPlace, { layout }: PaperDocument): PaperTemplate {
  const [stored] = usualFirst(device.catalogue.tables().print_templates, layout.name);
  const { kind, roll } = printerSettings.current();
  const template = templateOf(stored, layout);
  return kind === 'dialog' ? template : { ...template, paper: roll };
}

const textIn = (record: Members, name: string): string | null => {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Address and city, if entered. */
function addressOf(said: Members, language: Language): string | null {
  const parts = [textIn(said, 'address'), nameIn(said, 'city_name', language)].filter((part) => part);
  return parts.length === 0 ? null : parts.join(', ');
}

/** The profile of the business and the outlet, from the catalogue. */
function businessOf({ device, identity }: TillPlace, language: Language): PaperBusiness {
  const { settings, outlets } = device.catalogue.tables();
  const said = membersOf(settings);
  const outlet = membersOf(outlets.find(({ id }) => id === identity.outlet_id));
  const name = nameIn(outlet, 'outlet_name', language) || identity.outlet_name;
  return {
    shop_name: textIn(said, 'shop_name') ?? textIn(said, 'business_name') ?? '',
    shop_name_ar: textIn(said, 'shop_name_ar'),
    shop_name_ckb: textIn(said, 'shop_name_ckb'),
    phones: [...textsOf(said['phones'])],
    email: textIn(said, 'email'),
    address: addressOf(said, language),
    tax_number: textIn(said, 'tax_number'),
    logo: logoPlace({ settings }),
    receipt_header: textIn(said, 'receipt_header'),
    receipt_footer: textIn(said, 'receipt_footer'),
    ...(name ? { outlet: { name, address: addressOf(outlet, language), mobile: textIn(outlet, 'mobile') } } : {}),
  };
}
