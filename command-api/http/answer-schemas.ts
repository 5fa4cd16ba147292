/** Schemas of the command side's answers, for the API document. */
import { type TSchema, Type } from 'typebox';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { documentAnswer, recordAnswer } from '../../domain/registry/answers.schema.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { kindWords } from '../../domain/values/kind-words.ts';

/** `answer` is the schema of the whole body. */
export const succeeding = <Answer extends TSchema>(answer: Answer) => ({ 200: answer }) as const;

/** `{ data }` */
export const answering = <Data extends TSchema>(data: Data) => succeeding(Type.Object({ data }));

const Message = Type.String();

/** `{ message, data }` */
export const doneWith = <Data extends TSchema>(data: Data) => succeeding(Type.Object({ message: Message, data }));
export const done = () => doneWith(Type.Object({}));

/** `{ message, data, position }` */
export function answered<Data extends TSchema>(data: Data, title: string) {
  const answer = Type.Object({ message: Message, data, position: Nullable(Type.String()) }, { title });
  return { 200: answer, 201: answer } as const;
}

type Answers = ReturnType<typeof answered>;
const known = new Map<RecordDeclaration | DocumentDeclaration, Answers>();

/** Cached, so that all operations of a resource share one schema. */
function once(declaration: RecordDeclaration | DocumentDeclaration, data: () => TSchema): Answers {
  const answers = known.get(declaration) ?? answered(data(), `${kindWords(declaration).one}Answer`);
  known.set(declaration, answers);
  return answers;
}

export const recordAnswers = (declaration: RecordDeclaration): Answers =>
  once(declaration, () => recordAnswer(declaration));
export const documentAnswers = (declaration: DocumentDeclaration): Answers =>
  once(declaration, () => documentAnswer(declaration));
