/** The language of an answer: what the request asks for, or what the person chose. */
import type { FastifyRequest } from 'fastify';
import { type Language, say } from '../../domain/messages/say.ts';

const LANGUAGES: readonly string[] = ['en', 'ar', 'ckb'];

export function languageOf(request: FastifyRequest): Language {
  const asked = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((each) => each.split(';')[0]?.trim().split('-')[0]?.toLowerCase() ?? '')
    .find((each) => LANGUAGES.includes(each));
  return (asked ?? request.person?.user.lang ?? 'en') as Language;
}

/** The sentence of a message key about a field; the key itself where the tables have none. */
export function sentence(
  key: string,
  params: Readonly<Record<string, string>> | undefined,
  language: Language,
  field = '',
): string {
  return say(language, key, params, field);
}
