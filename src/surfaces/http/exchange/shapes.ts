// The shapes of answers as the document tells them. They describe and check nothing: what is answered comes from the runtime as it is.
import { z } from '@hono/zod-openapi';
import { errorCodes } from '../../../contract/index.ts';
import { protocolStatuses } from './status-code.ts';

const codes = [...Object.keys(errorCodes), ...Object.keys(protocolStatuses)].toSorted();

export const faultShape = z
  .object({
    error: z.object({
      code: z.string().openapi({ enum: codes }),
      message: z.string().openapi({ description: 'what happened and what to do' }),
      details: z.looseObject({}),
    }),
  })
  .openapi('Fault');

export const outcomeShape = z
  .looseObject({
    kind: z.enum(['completed', 'pending', 'refused', 'failed', 'aborted']),
    callId: z.string(),
    tool: z.string(),
    isError: z.boolean(),
    unrecorded: z.boolean(),
    decision: z.looseObject({ effect: z.enum(['ALLOW', 'ASK', 'DENY']) }).nullable(),
    receipt: z.object({ callId: z.string(), writer: z.string(), seq: z.number().int(), hash: z.string() }).nullable(),
  })
  .openapi('Outcome', {
    description:
      'By kind: completed has observation; pending has approval and retry; refused has by, code, reason, hint, problems, nearest and schema; ' +
      'failed has code, message and mayStillAct; aborted has reason.',
  });

export const approvalShape = z
  .looseObject({ id: z.string(), status: z.string(), tool: z.string(), reason: z.string(), expiresAt: z.string() })
  .openapi('Approval');

export const questionShape = z
  .looseObject({
    id: z.string(),
    status: z.string(),
    askedBy: z.object({ kind: z.enum(['server', 'agent']), name: z.string() }),
    tool: z.string(),
    message: z.string(),
    expiresAt: z.string(),
  })
  .openapi('Question');

export const eventShape = z
  .looseObject({ writer: z.string(), seq: z.number().int(), at: z.number().int(), kind: z.string(), hash: z.string() })
  .openapi('Event');

export const toolShape = z
  .looseObject({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    policyClass: z.string(),
    effect: z.string(),
  })
  .openapi('Tool');
