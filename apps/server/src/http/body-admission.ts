import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'

import type { Resources } from '../limits/resources.ts'
import type { Caller, Pipeline } from './pipeline.ts'
import {
  holdBody,
  isLarge,
  limitBodyTime,
  limitUnknownLength,
  refuseLargeAnonymous,
} from './request-bodies.ts'
import type { Endpoint } from './route.ts'

type Services = {
  resources: Resources
  pipeline: Pipeline
  getCaller: (request: FastifyRequest, reply: FastifyReply) => Promise<{ caller: Caller }>
  /** Throws when the call lacks something that its route requires besides a right. */
  refuseIncomplete: (request: FastifyRequest) => void
}

type Hooks = Pick<RouteShorthandOptions, 'onRequest' | 'preParsing'>

/**
 * Decides whether the body of a call is read. A small one is read while the caller is being
 * identified; a large one, or one of unknown length, is read only for an authorized caller.
 */
export function bodyAdmission(endpoint: Endpoint, services: Services): Hooks {
  const { resources, getCaller } = services
  const { route } = endpoint
  const isFile = route.upload === true
  const hooks: Hooks = {
    async onRequest(request, reply) {
      const calling = getCaller(request, reply)
      // Its failure is handled by the caller that awaits it.
      calling.catch(() => {})
      if (isLarge(request, resources)) {
        const { caller } = await calling
        await admitWithoutBody(endpoint, services, { request, caller })
      }
      holdBody(request, resources, { isFile })
      if (!isFile) limitBodyTime(request, reply, resources)
    },
  }
  if (route.permission !== 'public' || route.method === 'GET') return hooks
  return {
    ...hooks,
    preParsing: async (request, reply) => limitUnknownLength(request, reply, resources),
  }
}

/** All checks of a call that do not need its body. */
async function admitWithoutBody(
  { route, handle }: Endpoint,
  { pipeline, resources, refuseIncomplete }: Services,
  { request, caller }: { request: FastifyRequest; caller: Caller },
): Promise<void> {
  if (route.permission === 'public' && caller.principal === null) {
    refuseLargeAnonymous(request, resources)
    return
  }
  const { body: _, ...withoutBody } = route
  const raw = { params: request.params, query: request.query, body: undefined }
  await pipeline.admit({ route: withoutBody, handle }, raw, caller)
  refuseIncomplete(request)
}
