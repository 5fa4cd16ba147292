/**
 * `GET explain?figure=…`: the parts of a figure of a report; `GET explain/line`: the origin of one line. Together they
 * lead from any figure to its documents, events, people, rules, rates and costs.
 */
import { Type } from 'typebox';
import { inSnapshot } from '../../database/reader.ts';
import { PageText, Paging, PositionText, Query } from '../../http/query.schema.ts';
import { declareRead } from '../../http/route.ts';
import { paged, readPaging } from '../../reports/running.ts';
import { ANY_REPORT, readFigure } from './figure.ts';
import { ExplainedLine, explainLine } from './line.ts';
import { Explained, explain, Part } from './parts.ts';
import { SubjectSchema, subjectOf } from './subject.ts';

const FigureText = () => Type.String({ maxLength: 600 });

const Explanation = Type.Object({
  figure: Type.String(),
  ...Explained.properties,
  subject: SubjectSchema,
  data: Type.Array(Part),
  per_page: Type.Integer(),
  current_page: Type.Integer(),
  last_page: Type.Integer(),
  total: Type.Integer(),
});

export const explainRoutes = [
  declareRead({
    url: '/explain',
    permission: ANY_REPORT,
    reads: ['books', 'events', 'documents', 'records'],
    query: Query({ figure: FigureText(), ...Paging }),
    answer: Explanation,
    operationId: 'explainFigure',
    tag: 'audit',
    summary: 'What a figure of a report is made of',
    isHeavy: () => true,
    handle: ({ reader, person, query }) =>
      inSnapshot(reader, async (snapshot) => {
        const { figure: text = '' } = query;
        const figure = readFigure(text);
        const page = readPaging(query);
        const { parts, total, ...explained } = await explain(snapshot, figure, person, page);
        const subject = await subjectOf(snapshot, figure);
        return { ...paged(page, total), figure: text, subject, ...explained, data: parts };
      }),
  }),
  declareRead({
    url: '/explain/line',
    permission: ANY_REPORT,
    reads: ['books', 'events', 'documents', 'records'],
    query: Query({
      position: PositionText(),
      line_no: Type.String({ pattern: '^\\d{1,9}$' }),
      source: Type.Optional(Type.Enum(['journal', 'stock', 'open'])),
      /** For goods: the posting of the movement, the item and the inventory. */
      cause_position: Type.Optional(PositionText()),
      item_fk: Type.Optional(PageText()),
      inventory_fk: Type.Optional(PageText()),
      /** A figure with this line: required from a person who may see neither a ledger with it nor its document. */
      figure: Type.Optional(FigureText()),
    }),
    answer: ExplainedLine,
    operationId: 'explainLine',
    tag: 'audit',
    summary: 'What stands behind a line of the journal, of the stock ledger or of what is open',
    handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => explainLine(snapshot, person, query)),
  }),
] as const;
