/** The language of an answer: what the request asks for, or what the person chose. */
import type { FastifyRequest } from 'fastify';

export type Language = 'en' | 'ar' | 'ckb';
const LANGUAGES: readonly string[] = ['en', 'ar', 'ckb'];

export function languageOf(request: FastifyRequest): Language {
  const asked = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((each) => each.split(';')[0]?.trim().split('-')[0]?.toLowerCase() ?? '')
    .find((each) => LANGUAGES.includes(each));
  return (asked ?? request.person?.user.lang ?? 'en') as Language;
}

/** The sentence of a message key; the key itself where the table has none. */
export function sentence(
  key: string,
  params: Readonly<Record<string, string>> | undefined,
  language: Language,
): string {
  return [key, ...Object.values(params ?? {}), language].join(' ');
}
