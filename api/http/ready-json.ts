import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { ApiConfig } from '../deps.ts';

/** Returns the answer with JSON that is printed already. In tests it is held against the schema like every other answer. */
export function sendJson(
  { checkAnswers }: Pick<ApiConfig, 'checkAnswers'>,
  reply: FastifyReply,
  schema: z.ZodType,
  json: Buffer,
): FastifyReply {
  if (checkAnswers) schema.parse(JSON.parse(json.toString()));
  return reply.type('application/json; charset=utf-8').send(json);
}
