import { resourceUsage, type UsageRange } from '@basalt/contract/project/resource-usage'

import { getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import { maxDistanceMs, toSeries } from '../../projects/usage-series.ts'
import { findFirstSample, listSamples } from '../../store/resource-samples.ts'
import type { Store } from '../../store/store.ts'

const hour = 3600

/** At most some hundred points, which a chart can show. */
const ranges: Record<UsageRange, { seconds: number; stepSeconds: number }> = {
  '1h': { seconds: hour, stepSeconds: 60 },
  '6h': { seconds: 6 * hour, stepSeconds: 60 },
  '1d': { seconds: 24 * hour, stepSeconds: 300 },
  '7d': { seconds: 7 * 24 * hour, stepSeconds: 900 },
}

type Services = { store: Store; clock: Clock }

/** The resource usage of a project over time. */
export const resourceUsageFeature = ({ store, clock }: Services): Endpoint[] => [
  serve(resourceUsage.read, async ({ query }, context) => {
    const { id } = getProject(context)
    const { seconds, stepSeconds } = ranges[query.range]
    const to = clock()
    const from = new Date(to.getTime() - seconds * 1000)
    // The first rate needs the sample before it.
    const since = new Date(from.getTime() - maxDistanceMs(stepSeconds))
    const [samples, first] = await Promise.all([
      listSamples(store, id, { from: since, to }),
      findFirstSample(store, id),
    ])
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      step_seconds: stepSeconds,
      first_sample_at: first?.toISOString() ?? null,
      connection_limit: samples.at(-1)?.connection_limit ?? null,
      ...toSeries(samples, { from, to, stepSeconds }),
    }
  }),
]
