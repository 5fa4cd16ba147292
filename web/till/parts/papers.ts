/** The papers of a till: made on the device, without a network, in the language of the screen, and kept with what was entered. */
import { useMemo } from 'react';
import { LANGUAGES, type Language } from '../../../domain/kernel/language.ts';
import { type Members, membersOf, textsOf } from '../../../domain/kernel/members.ts';
import type { PaperBusiness, PaperDocument } from '../../../domain/paper/paper.schema.ts';
import { type PaperTemplate, templateOf } from '../../../domain/paper/template.ts';
import { usualFirst } from '../../../domain/paper/usual-template.ts';
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
  /** What makes papers without waiting: an entry and its paper are one step. */
  readonly maker: () => Promise<(document: PaperDocument) => PrintedForm>;
  /** A printer that does not do it says why; the paper is kept with its entry. `opensDrawer`: cash goes in or out. */
  readonly print: (form: PrintedForm, opensDrawer?: boolean) => Promise<void>;
  /** Once more, with the mark of a copy. */
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

/** The language of the screen is there already; without the others their texts are left out, and the receipt is sold all the same. */
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

/** As the office has it: the template that is used when nobody chooses; on the roll of the thermal printer where this till has one. */
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

/** Address and city, as far as they are said. */
function addressOf(said: Members, language: Language): string | null {
  const parts = [textIn(said, 'address'), nameIn(said, 'city_name', language)].filter((part) => part);
  return parts.length === 0 ? null : parts.join(', ');
}

/** The profile of the business and the outlet, as the catalogue has them. */
function businessOf({ device, identity }: TillPlace, language: Language): PaperBusiness {
  const { settings, outlets } = device.catalogue.tables();
  const said = membersOf(settings);
  const outlet = membersOf(outlets.find(({ id }) => id === identity.outlet_id));
  const name = nameIn(outlet, 'outlet_name', language) || identity.outlet_name;
  return {
    shop_name: textIn(said, 'shop_name') ?? textIn(said, 'business_name') ?? '',
    ...{ shop_name_ar: textIn(said, 'shop_name_ar'), shop_name_ckb: textIn(said, 'shop_name_ckb') },
    ...{ phones: [...textsOf(said['phones'])], email: textIn(said, 'email'), address: addressOf(said, language) },
    ...{ tax_number: textIn(said, 'tax_number'), logo: logoPlace({ settings }) },
    ...{ receipt_header: textIn(said, 'receipt_header'), receipt_footer: textIn(said, 'receipt_footer') },
    ...(name ? { outlet: { name, address: addressOf(outlet, language), mobile: textIn(outlet, 'mobile') } } : {}),
  };
}
