/** The language of an answer: that of the request, else the user's choice. */

import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../domain/values/language.ts';
import { isOneOf } from '../domain/values/members.ts';

export function languageOf(request: Pick<FastifyRequest, 'headers' | 'person'>): Language {
  const requested = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim().split('-')[0]?.toLowerCase() ?? '')
    .find((name) => isOneOf(LANGUAGES, name));
  const chosen = requested ?? request.person?.user.lang;
  return isOneOf(LANGUAGES, chosen) ? chosen : 'en';
}
