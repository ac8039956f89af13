import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

import { ApiError } from '@basalt/contract/errors'

import { limitEntries, limitNames } from '../limits/limits.ts'
import { readGauges, type Resources } from '../limits/resources.ts'
import type { LogService } from '../logs/service.ts'
import type { App } from './app.ts'
import { isLocalCall } from './local-call.ts'
import { MetricsText, metricsType } from './metrics-text.ts'

type Services = { resources: Resources; publicUrl: string; logs: Pick<LogService, 'counts'> }

/**
 * Answers `GET /metrics` with every budget, the memory and the delay of the event loop: to
 * programs on this machine and to people who run the install. For everybody else it is not there.
 */
export function mountMetrics(
  { http, getCaller }: Pick<App, 'http' | 'getCaller'>,
  { resources, publicUrl, logs }: Services,
): void {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  http.addHook('onClose', async () => void delays.disable())
  http.get('/metrics', async (request, reply) => {
    const canRead =
      isLocalCall(request, publicUrl) ||
      (await getCaller(request, reply, { permission: 'operator' })).caller.principal?.isOperator
    if (canRead !== true) throw new ApiError('not_found', 'Not found: GET /metrics')
    return reply
      .header('cache-control', 'no-store')
      .type(metricsType)
      .send(metricsText(resources, delays, logs))
  })
}

function metricsText(
  resources: Resources,
  delays: IntervalHistogram,
  logs: Services['logs'],
): string {
  const text = new MetricsText()
  const write = (name: string, value: number, about: string) => text.add(name, about, [{ value }])
  for (const [name, { used, limit, refused }] of Object.entries(readGauges(resources))) {
    write(`basalt_${name}`, used, 'In use; of a budget per key, by the key with the highest use.')
    write(`basalt_${name}_limit`, limit, 'The limit.')
    write(`basalt_${name}_refused_total`, refused, 'Requests for more than was left.')
  }
  for (const name of limitNames) {
    const { variable, about } = limitEntries[name]
    write(variable.toLowerCase(), resources.limits[name], about)
  }
  const { answers, bodies } = resources.stalled
  write(
    'basalt_stalled_answers_total',
    answers,
    'Connections closed because the response was not read.',
  )
  write('basalt_stalled_bodies_total', bodies, 'Requests ended because their body did not arrive.')
  const { stored, dropped, waiting } = logs.counts()
  write('basalt_log_rows_stored_total', stored, 'Rows of logs that this server has stored.')
  write('basalt_log_rows_dropped_total', dropped, 'Rows of logs that could not be stored.')
  write('basalt_log_rows_waiting', waiting, 'Rows of logs that wait in memory to be stored.')
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  write('process_resident_memory_bytes', rss, 'Memory of the process.')
  write('nodejs_heap_size_used_bytes', heapUsed, 'Heap in use.')
  write('nodejs_heap_size_total_bytes', heapTotal, 'Heap that was reserved.')
  write('nodejs_external_memory_bytes', external, 'Memory outside the heap, such as buffers.')
  write('process_uptime_seconds', process.uptime(), 'Since the start of the process.')
  write('nodejs_eventloop_lag_p50_seconds', delays.percentile(50) / 1e9, 'Since the last scrape.')
  write('nodejs_eventloop_lag_p99_seconds', delays.percentile(99) / 1e9, 'Since the last scrape.')
  write('nodejs_eventloop_lag_max_seconds', delays.max / 1e9, 'Since the last scrape.')
  delays.reset()
  return text.toString()
}
