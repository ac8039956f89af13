import type { Tracing } from '../tracing/tracing.ts'
import type { StartContext } from './start-context.ts'

/** Traces of this server, whose code is loaded with the setting only. */
export async function openTracing(context: StartContext): Promise<Tracing | null> {
  const { config, files, logger: log, undo } = context
  if (config.otlp === null) return null
  const { otlpTracing } = await import('../tracing/otlp-tracing.ts')
  const tracing = otlpTracing({ ...config.otlp, version: files.version, log })
  undo.add(() => tracing.close())
  return tracing
}
