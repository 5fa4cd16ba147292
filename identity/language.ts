/** The language of an answer: what the request asks for, or what the person chose. */
import type { FastifyRequest } from 'fastify';
import type { Language } from '../domain/messages/say.ts';

const LANGUAGES: readonly string[] = ['en', 'ar', 'ckb'];

export function languageOf(request: Pick<FastifyRequest, 'headers' | 'person'>): Language {
  const requested = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim().split('-')[0]?.toLowerCase() ?? '')
    .find((name) => LANGUAGES.includes(name));
  return (requested ?? request.person?.user.lang ?? 'en') as Language;
}
