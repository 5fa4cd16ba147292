/**
 * Cells of which the parser of workbooks says less than they show: the error of a formula (`#N/A`), which it leaves out,
 * a formula whose value was not stored, and a number shown in percent (0.25 for `25%`). All become texts with what is
 * shown, so that the column decides.
 */
import { Decimal } from 'decimal.js';

/** The formats of percentages that every program knows. */
const PERCENT_FORMATS = ['9', '10'];
/** With its end, and without another cell in it: a cell that does not end is left as it is. */
const CELL = /<((?:[^\s:/><]+:)?c)(\s[^<>]*[^<>/])>((?:[^<]|<(?!(?:[^\s:/><]+:)?c[\s/>]))*?)<\/\1>/g;
const TYPE = /\st\s*=\s*(?:"(\w+)"|'(\w+)')/;
const STYLE = /\ss\s*=\s*(?:"(\d+)"|'(\d+)')/;
const VALUE = /(<(?:[^\s:/><]+:)?v>)([^<]*)(<)/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:E[+-]?\d{1,2})?$/i;
/** Significant digits of a number in a spreadsheet. */
const DIGITS_MAX = 15;

const FORMULA = /<(?:[^\s:/><]+:)?f[\s/>]/;
/** Also an empty one: the text of a formula may be empty. */
const STORED = /<(?:[^\s:/><]+:)?(?:v|is)[\s/>]/;
/** As programs show a formula that they have not calculated. */
const WITHOUT_VALUE = '#CALC!';

const ATTRIBUTE = /\s([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const attribute = (tag: string, name: string): string | undefined => {
  const found = [...tag.matchAll(ATTRIBUTE)].find(([, own]) => own === name);
  return found?.[2] ?? found?.[3];
};

/** The numbers of the cell styles that show percentages, from the styles of the workbook. */
export function percentStyles(styles: string): ReadonlySet<string> {
  const own = [...styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)].flatMap(([tag]) =>
    (attribute(tag, 'formatCode') ?? '').replace(/"[^"]*"|&quot;.*?&quot;/g, '').includes('%')
      ? [attribute(tag, 'numFmtId') ?? '']
      : [],
  );
  const formats = new Set([...PERCENT_FORMATS, ...own]);
  const [cells = ''] = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles) ?? [];
  const tags = cells.match(/<(?:\w+:)?xf\s[^>]*>/g) ?? [];
  return new Set(tags.flatMap((tag, index) => (formats.has(attribute(tag, 'numFmtId') ?? '') ? [String(index)] : [])));
}

/** The sheet with errors and percentages as texts. */
export function withTypedCells(sheet: string, percents: ReadonlySet<string>): string {
  return sheet.replace(CELL, (cell, name: string, attributes: string, content: string) => {
    const type = TYPE.exec(attributes)?.slice(1).find(Boolean) ?? 'n';
    const style = STYLE.exec(attributes)?.slice(1).find(Boolean) ?? '';
    const number = VALUE.exec(content)?.[2] ?? '';
    const isPercent = type === 'n' && percents.has(style) && NUMBER.test(number);
    if (FORMULA.test(content) && !STORED.test(content)) {
      const value = name.replace(/c$/, 'v');
      return `<${name}${attributes.replace(TYPE, '')} t="str"><${value}>${WITHOUT_VALUE}</${value}></${name}>`;
    }
    if (type !== 'e' && !isPercent) return cell;
    const shown = isPercent ? content.replace(VALUE, `$1${inPercent(number)}$3`) : content;
    return `<${name}${attributes.replace(TYPE, '')} t="str">${shown}</${name}>`;
  });
}

const inPercent = (number: string): string =>
  `${new Decimal(number).times(100).toSignificantDigits(DIGITS_MAX).toFixed()}%`;
