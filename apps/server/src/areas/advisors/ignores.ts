import { findAdvisorRule } from '@basalt/catalog/advisor-rules'
import { advisors as routes, ignoreForEveryone } from '@basalt/contract/advisors/advisors'
import { ApiError } from '@basalt/contract/errors'

import { type Context, getPrincipal, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import type { Store } from '../../store/store.ts'
import { deleteIgnore, findIgnore, insertIgnore, type StoredIgnore } from './ignore-store.ts'
import { presentIgnore } from './report.ts'

const dayMs = 86_400_000

/** Rules and findings that a user, or everyone, does not want to see. */
export const ignoreFeature = ({ store, clock }: { store: Store; clock: Clock }): Endpoint[] => [
  serve(routes.ignore, async ({ body }, context) => {
    if (findAdvisorRule(body.rule) === undefined)
      throw new ApiError('not_found', 'This rule does not exist')
    if (body.for_everyone) requireRight(context)
    const { id: projectId } = getProject(context)
    const until = body.until === null ? null : new Date(Date.parse(body.until) + dayMs)
    if (until !== null && until <= clock()) {
      const message = 'Choose a day that is not over yet'
      throw new ApiError('invalid_request', message, { fields: { until: message } })
    }
    return store.transaction().execute(async (tx) => {
      const { userId } = getPrincipal(context)
      const id = await insertIgnore(tx, { ...body, until, project_id: projectId, user_id: userId })
      const ignore = await known(tx, context, id)
      await audit(tx, context, { verb: 'ignored', ignore })
      return presentIgnore(ignore)
    })
  }),
  serve(routes.unignore, async ({ params }, context) =>
    store.transaction().execute(async (tx) => {
      const ignore = await known(tx, context, params.id)
      if (ignore.for_everyone) requireRight(context)
      await deleteIgnore(tx, ignore.id)
      await audit(tx, context, { verb: 'unignored', ignore })
      return { ok: true as const }
    }),
  ),
]

/** Ignores of other users for themselves do not exist for the caller. */
async function known(tx: Store, context: Context, id: string): Promise<StoredIgnore> {
  const ignore = await findIgnore(tx, getProject(context).id, id)
  const isVisible =
    ignore !== undefined && (ignore.for_everyone || ignore.user_id === getPrincipal(context).userId)
  if (!isVisible) throw new ApiError('not_found', 'This is not ignored any more')
  return ignore
}

function requireRight(context: Context): void {
  if (context.may(ignoreForEveryone, getScope(getProject(context)))) return
  throw new ApiError('forbidden', 'Your role can ignore findings for yourself only')
}

const audit = (
  tx: Store,
  context: Context,
  { verb, ignore }: { verb: 'ignored' | 'unignored'; ignore: StoredIgnore },
): Promise<void> =>
  context.audit(tx, {
    action: `advisor.${verb}`,
    target: { kind: 'advisor_rule', id: ignore.key ?? ignore.rule, name: ignore.rule },
    [verb === 'ignored' ? 'after' : 'before']: {
      for_everyone: ignore.for_everyone,
      reason: ignore.reason,
      until: ignore.until?.toISOString() ?? null,
    },
  })
