import type { AdvisorReport } from '@basalt/contract/advisors/advisors'
import type { ReactNode } from 'react'

import { formatCount } from '../../lib/format/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'

type Props = { report: AdvisorReport; unchecked: number }

/** The time and the result of the last run, and what it does not say. */
export function RunState({ report: { run, summary }, unchecked }: Props) {
  if (run === null) return null
  return (
    <>
      {run.failure !== null && (
        <Notice tone="warn" title="The last run failed">
          {run.failure}
          {run.finished_at !== null && ' The findings below are those of the run before.'}
        </Notice>
      )}
      {run.finished_at !== null && (
        <dl className="flex flex-wrap gap-x-8 gap-y-3 rounded-card border border-line bg-surface px-4 py-3">
          <Fact name="Score">
            {summary.score === null ? 'None: no rule was checked' : `${summary.score} of 100`}
          </Fact>
          <Fact name="Checked">
            <Time at={run.finished_at} />
          </Fact>
          <Fact name="Not checked">
            {unchecked === 1 ? '1 rule' : `${formatCount(unchecked)} rules`}
          </Fact>
        </dl>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col">
    <dt className="text-xs text-ink-faint">{name}</dt>
    <dd className="tabular min-h-6 content-center">{children}</dd>
  </div>
)
