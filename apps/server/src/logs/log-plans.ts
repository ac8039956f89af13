import { planLimits } from '@basalt/catalog'

import type { Store } from '../store/store.ts'

const mostDays = Math.max(...planLimits.map(({ logRetentionDays }) => logRetentionDays))

const retentionDaysOf = (plan: string): number =>
  planLimits.find((limits) => limits.plan === plan)?.logRetentionDays ?? mostDays

const rememberedMs = 60_000

/**
 * How long the rows of each project are kept: SPEC.md section 9, "Log retention". A changed plan
 * counts within a minute, for rows that are stored from then on.
 */
export class LogPlans {
  readonly #store: Store
  readonly #days = new Map<string, number>()
  #readAt = Number.NEGATIVE_INFINITY

  constructor(store: Store) {
    this.#store = store
  }

  /** Reads the plans when one of the projects is not known yet. */
  async know(refs: readonly string[]): Promise<void> {
    const isOld = performance.now() - this.#readAt > rememberedMs
    if (!isOld && refs.every((ref) => this.#days.has(ref))) return
    const rows = await this.#store
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select(['projects.ref', 'organizations.plan'])
      .execute()
    this.#days.clear()
    for (const { ref, plan } of rows) this.#days.set(ref, retentionDaysOf(plan))
    // Of a project that was just removed: not asked for again.
    for (const ref of refs) if (!this.#days.has(ref)) this.#days.set(ref, 1)
    this.#readAt = performance.now()
  }

  days(ref: string): number {
    return this.#days.get(ref) ?? mostDays
  }
}
