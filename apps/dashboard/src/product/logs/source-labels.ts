import type { LogSourceName } from '@basalt/contract/logs/logs'

import { logSourceEntries } from '../../lib/log-sources.ts'

/** Names of the log sources, as SPEC.md section 3 lists them. */
export const sourceLabels = Object.fromEntries(
  logSourceEntries.map(({ name, label }) => [name, label]),
  // The list has every source, which a test checks.
) as Readonly<Record<LogSourceName, string>>

const count = Object.keys(sourceLabels).length

/** Names of up to two sources, otherwise their number. */
export function sourcesText(sources: readonly LogSourceName[]): string {
  if (sources.length === count) return 'All sources'
  if (sources.length > 2) return `${sources.length} sources`
  return sources.map((name) => sourceLabels[name]).join(', ')
}
