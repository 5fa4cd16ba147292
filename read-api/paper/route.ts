/**
 * `GET r/{id}/paper`: all data of a document's paper, so that an API client prints it without further requests: the
 * document independent of language, the party with address and phones, the shop and its outlet, the templates.
 */
import { Type } from 'typebox';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { PaperAnswer } from '../../domain/paper/paper.schema.ts';
import type { Paper } from '../../domain/paper/paper.ts';
import { DRAWER } from '../../domain/till/drawer.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { Person } from '../../identity/person.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { showDocument } from '../details/show.ts';
import { IdParams, Query } from '../http/query.schema.ts';
import { declareRead, type Services } from '../http/route.ts';
import type { Row } from '../lists/names.ts';
import { drawerFigures } from '../till/drawer-figures.ts';
import { businessOf } from './business.ts';
import { paperDocuments } from './paper-documents.ts';
import { proofOf } from './proof.ts';
import { settledAmounts } from './settled-amounts.ts';
import { templatesOf } from './templates.ts';

/** Empty for a document without a paper. */
export function paperRoutes(declaration: DocumentDeclaration, { dataDir, marks }: Pick<Services, 'dataDir' | 'marks'>) {
  const { papers = [], resource, folder, owed } = declaration;
  const [usual] = papers;
  if (!usual) return [];
  const { one, a } = kindWords(declaration);
  const names = papers.map(({ name }) => name);
  const isOfBooks = owed !== undefined || declaration.kind === DRAWER || papers.some(namesAccounts);
  return [
    declareRead({
      url: `/${resource}/:id/paper`,
      permission: `${resource}/show`,
      reads: ['documents', 'events', 'records', ...(isOfBooks ? (['books'] as const) : [])],
      params: IdParams,
      query: Query({ paper: Type.Optional(Type.Enum(names)) }),
      answer: PaperAnswer,
      operationId: `show${one}Paper`,
      tag: folder,
      summary: `What is printed of ${a}: the document, its party, the shop and the templates`,
      handle: ({ reader, person, params, query }) =>
        inSnapshot(reader, async (snapshot): Promise<PaperAnswer> => {
          const { found, shown } = await showDocument(snapshot, declaration, Number(params['id']), person);
          const only = declaration.paperIn?.[String(shown['status'])];
          const paper = only ?? papers.find(({ name }) => name === query['paper']) ?? usual;
          return {
            papers: only ? [only.name] : names,
            documents: await paperDocuments(snapshot, paper, {
              shown: declaration.kind === DRAWER ? await withFigures(snapshot, shown, person) : shown,
              data: membersOf(found['data']),
              settled: settledAmounts(declaration, shown),
              proof: await proofOf(snapshot, marks, { kind: declaration.kind, id: Number(params['id']) }),
            }),
            business: await businessOf(snapshot, shown['outlet_fk'], dataDir),
            templates: await templatesOf(snapshot, paper.name),
          };
        }),
    }),
  ];
}

const namesAccounts = ({ facts, table }: Paper): boolean =>
  [...facts, ...(table?.columns ?? [])].some(({ field }) => field === 'account');

/** The figures on a drawer's paper: current ones, or those at its close. */
async function withFigures(snapshot: Snapshot, shown: Row, person: Person): Promise<Row> {
  const { accounts, moves: _moves, ...report } = await drawerFigures(snapshot, Number(shown['id']), person);
  const rows = accounts.map((row) => ({
    ...row,
    cash_sales: row['sales'],
    cash_refunds: row['refunds'],
    expected_amount: row['expected'],
    counted_amount: row['counted'],
    left_amount: row['left'],
  }));
  const { difference_reason = null } = membersOf(shown['closing']);
  return { ...shown, ...report, credit_sales: report.credit, difference_reason, accounts: rows };
}
