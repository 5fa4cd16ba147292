/** A workbook is refused for its first distant or endless cell, however the cell is written, before it is parsed. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { boundedArchive, faultOf } from '../../command-api/spreadsheets/reading/sheet-bounds.ts';
import { percentStyles, withTypedCells } from '../../command-api/spreadsheets/reading/typed-cells.ts';

const sheet = (rows: string, prefix = '') =>
  `<${prefix}worksheet><${prefix}sheetData>${rows}</${prefix}sheetData></${prefix}worksheet>`;
const LONG = 'x'.repeat(400_000);
const messageOf = (text: string): string | undefined => faultOf(text)?.message;

describe('a cell', () => {
  it.each([
    ['in the last row that an import can have', '<row r="5009"><c r="A5009"><v>1</v></c></row>'],
    ['in the last column', '<row r="1"><c r="GR1"><v>1</v></c></row>'],
    ['that is empty, of a formatted column', '<row r="9000"><c r="A9000" s="1"/><c r="B9000" s="1"></c></row>'],
    [
      'that is nowhere, in the last row of Excel',
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576" ht="12.8"/>',
    ],
    ['of the longest text', `<row r="1"><c r="A1" t="inlineStr"><is><t>${'ن'.repeat(32_767)}</t></is></c></row>`],
  ])('%s is read', (_, rows) => {
    expect(faultOf(sheet(rows))).toBeUndefined();
  });

  it.each([
    ['excel_rows_max', '<row r="5010"><c r="A5010"><v>1</v></c></row>'],
    ['excel_rows_max', '<row><c t="s" r = "XFD1048576"><v>0</v></c></row>'],
    ['excel_rows_max', `<row r='1'><c r='A9999'><v>1</v></c></row>`],
    ['excel_rows_max', '<row r="9000"><c a=">" r="A9000"><v>1</v></c></row>'],
    ['excel_rows_max', '<row r="9000"><c r="A9000" a="/>" ><v>1</v></c></row>'],
    ['excel_rows_max', '<row r="9000"><c r="A9000" a="/><v>1</v></c></row>'],
    ['excel_rows_max', '<row r="9000"><c\nr="A9000"\n><v>1</v></c></row>'],
    ['excel_columns_max', '<row r="1"><c r="GS1"><v>1</v></c></row>'],
    ['excel_columns_max', '<row r="1"><c r="ZZZ1" t="inlineStr"><is><t>x</t></is></c></row>'],
    ['excel_unreadable', '<row r="1"><c r="&#88;FD1"><v>1</v></c></row>'],
    ['excel_unreadable', '<row r="1"><c r="AAAA1"><v>1</v></c></row>'],
    ['excel_unreadable', '<row r="1e9"></row>'],
    ['excel_unreadable', '<row r="2000000"/>'],
    ['excel_cell_too_long', `<row r="1"><c r="A1" t="inlineStr"><is><t>${LONG}</t></is></c></row>`],
    [
      'excel_cell_too_long',
      `<row r="1"><c r="A1" t="inlineStr"><is>${'<r><t>x</t></r>'.repeat(30_000)}</is></c></row>`,
    ],
    ['excel_cell_too_long', `<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[${LONG}]]></t></is></c></row>`],
  ])('is refused (%s): %s', (message, rows) => {
    expect(messageOf(sheet(rows))).toBe(message);
    expect(messageOf(sheet(rows.replaceAll(/<(\/?)(row|c)\b/g, '<$1x:$2'), 'x:'))).toBe(message);
  });

  it('that is shared by many is bounded like every other, and what follows the cells is no cell', () => {
    expect(messageOf(`<sst><si><t>a</t></si><si><t>${LONG}</t></si></sst>`)).toBe('excel_cell_too_long');
    const cells = '<row r="1"><c r="A1"><v>1</v></c></row>';
    const formats = '<cfRule type="expression"/>'.repeat(30_000);
    expect(faultOf(`<worksheet><sheetData>${cells}</sheetData>${formats}</worksheet>`)).toBeUndefined();
  });
});

describe('the archive that is parsed', () => {
  const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  const far = sheet('<row r="9000"><c r="A9000"><v>1</v></c></row>');
  const parts = (first: string) => ({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="b" sheetId="2" r:id="rId7"/><sheet name="a" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${TYPE}" Target="worksheets/sheet1.xml"/>
      <Relationship Type="${TYPE}" Id="rId7" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': far,
    'xl/worksheets/sheet2.xml': first,
    'xl/calcChain.xml': '<calcChain><c r="A9000" i="1"/></calcChain>',
    'xl/media/picture.png': 'x',
  });
  const packed = (texts: Readonly<Record<string, string>>) =>
    zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])));

  it('has the first sheet of the workbook; the others may be larger', () => {
    const archive = boundedArchive(packed(parts(sheet('<row r="1"><c r="A1"><v>1</v></c></row>'))));
    if (!(archive instanceof Uint8Array)) throw new Error(archive.message);
    const kept = unzipSync(archive);
    expect(Object.keys(kept)).toContain('xl/worksheets/sheet2.xml');
    expect(Object.keys(kept)).not.toContain('xl/worksheets/sheet1.xml');
    expect(strFromU8(kept['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).toContain('r="A1"');
  });

  it('is none when its first sheet has a distant cell, and when nobody knows which sheet is the first', () => {
    expect(boundedArchive(packed(parts(far)))).toMatchObject({ message: 'excel_rows_max' });
    const { 'xl/workbook.xml': _, ...nameless } = parts(sheet(''));
    expect(boundedArchive(packed(nameless))).toMatchObject({ message: 'excel_rows_max' });
  });
});

describe('a cell that shows more than the parser says', () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="0&quot; %&quot;"/></numFmts>
    <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="9" xfId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
  const read = (cell: string) => withTypedCells(cell, percentStyles(styles));

  it.each([
    ['<c r="A1" s="1"><v>0.25</v></c>', '<c r="A1" s="1" t="str"><v>25%</v></c>'],
    ['<c r="A1" s="2" t="n"><f>B1</f><v>0.075</v></c>', '<c r="A1" s="2" t="str"><f>B1</f><v>7.5%</v></c>'],
    ["<x:c r='A1' s='1'><x:v>7.0000000000000007E-2</x:v></x:c>", "<x:c r='A1' s='1' t=\"str\"><x:v>7%</x:v></x:c>"],
    ['<c r="A1" t="e"><f>VLOOKUP(B1)</f><v>#N/A</v></c>', '<c r="A1" t="str"><f>VLOOKUP(B1)</f><v>#N/A</v></c>'],
  ])('%s is read as %s', (cell, text) => {
    expect(read(cell)).toBe(text);
  });

  it.each([
    '<c r="A1" s="0"><v>0.25</v></c>',
    '<c r="A1" s="3"><v>25</v></c>',
    '<c r="A1" s="1" t="s"><v>0</v></c>',
    '<c r="A1" s="1"/>',
    '<c r="A1" s="1"></c>',
  ])('%s stays', (cell) => {
    expect(read(`${cell}<c r="B1"><v>1</v></c>`)).toBe(`${cell}<c r="B1"><v>1</v></c>`);
  });
});
