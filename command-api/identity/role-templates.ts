/**
 * New roles from templates (`domain/registry/role-templates.ts`): lists the templates with names and permissions, and
 * enters a role from one of them. The usual rule applies: the actor must hold all permissions of the role.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { role } from '../../domain/people/role.record.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { ROLE_TEMPLATES, type RoleTemplate, templatePermissions } from '../../domain/registry/role-templates.ts';
import { Body, Maybe, Name, OneOf, Text } from '../../domain/schemas/fields.schema.ts';
import type { Language } from '../../domain/values/language.ts';
import { isOneOf } from '../../domain/values/members.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { optionLabel } from '../../languages/say.ts';
import { recordTypeOf } from '../aggregates/aggregate-types.ts';
import { answering, recordAnswers } from '../http/answer-schemas.ts';
import { sendAnswer } from '../http/answers.ts';
import { callHandler } from '../http/command.ts';
import { QUERY } from '../http/parameters.ts';
import { authorityOf } from '../http/record-routes.ts';
import { recordBody } from '../http/validation.ts';
import type { IdentityRoutes } from './answer.ts';

const nameOf = (template: RoleTemplate, language: Language): string => optionLabel(language, 'template', template);

/** The role of a template, named in every language. */
export function roleOfTemplate(template: RoleTemplate) {
  return {
    role_name: nameOf(template, 'en'),
    role_name_ar: nameOf(template, 'ar'),
    role_name_ckb: nameOf(template, 'ckb'),
    permissions: templatePermissions(template),
  };
}

/** The data of the registered role; names in other languages are used only when the name itself was given. */
function ofTemplate({ template, confirmed: _, ...names }: RecordData): RecordData {
  if (!isOneOf(ROLE_TEMPLATES, template)) return names;
  const { permissions, ...own } = roleOfTemplate(template);
  return { ...(names['role_name'] === undefined ? own : {}), ...names, permissions };
}

const Template = Type.Object(
  {
    template: OneOf([...ROLE_TEMPLATES]),
    role_name: Type.String(),
    role_name_ar: Type.String(),
    role_name_ckb: Type.String(),
    permissions: Type.Array(Type.String()),
  },
  { title: 'RoleTemplate' },
);

const FromTemplateBody = Body({
  template: OneOf([...ROLE_TEMPLATES]),
  /** Replaces the names of the template. */
  role_name: Type.Optional(Name()),
  role_name_ar: Maybe(Text(140)),
  role_name_ckb: Maybe(Text(140)),
});

export function roleTemplateRoutes(app: FastifyInstance, { commands }: IdentityRoutes) {
  const kind = recordTypeOf(commands.kinds, role.resource);
  const body = recordBody(FromTemplateBody, 'RoleFromTemplateBody');
  return [
    addRoute(app, {
      method: 'GET',
      url: '/roles/templates',
      config: { permission: 'roles/index##roles/show##roles/store##roles/update' },
      schema: {
        operationId: 'listRoleTemplates',
        summary: 'Roles as most shops have them, to begin a new role with',
        tags: ['people'],
        response: answering(Type.Array(Template)),
      },
      handler: async () => ({
        data: ROLE_TEMPLATES.map((template) => ({ template, ...roleOfTemplate(template) })),
      }),
    }),
    addRoute(app, {
      method: 'POST',
      url: '/roles/from_template',
      config: { permission: 'roles/store', ...authorityOf(kind) },
      attachValidation: true,
      schema: {
        operationId: 'createRoleFromTemplate',
        summary: 'Enter a role with the permissions of a template',
        tags: ['people'],
        response: recordAnswers(role),
        body,
        querystring: QUERY,
      },
      handler: async (request, reply) => {
        const register = (given: RecordData) => [{ type: 'register', data: ofTemplate(given) }];
        const answer = await callHandler(commands.handler, { kind, schema: body, commands: register }, request);
        return sendAnswer(kind, answer, 'added_successfully', request, reply);
      },
    }),
  ];
}
