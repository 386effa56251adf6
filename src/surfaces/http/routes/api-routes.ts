// The table of routes: what the API is. Routing, the document and the tests are made from it.
import type { Route } from '../exchange/route.ts';
import { approvalRoutes } from './approvals.ts';
import { auditRoutes } from './audit.ts';
import { callRoutes } from './calls.ts';
import { eventRoutes } from './events.ts';
import { healthRoutes } from './health.ts';
import { ownerRoutes } from './owner.ts';
import { policyRoutes } from './policy.ts';
import { questionRoutes } from './questions.ts';
import { serverRoutes } from './servers.ts';
import { sourceRoutes } from './sources.ts';
import { toolRoutes } from './tools.ts';

export const apiRoutes: readonly Route[] = [
  ...healthRoutes,
  ...toolRoutes,
  ...callRoutes,
  ...approvalRoutes,
  ...questionRoutes,
  ...policyRoutes,
  ...eventRoutes,
  ...auditRoutes,
  ...ownerRoutes,
  ...serverRoutes,
  ...sourceRoutes,
];
