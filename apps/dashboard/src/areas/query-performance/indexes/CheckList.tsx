import type { IndexCheck } from '@basalt/contract/query-performance/index-advisor'

import { Status } from '../../../ui/Status.tsx'

const titles = {
  missing: 'Missing',
  unused: 'Unused',
  duplicate: 'Duplicate',
  bloated: 'Bloated',
} as const

const states = {
  checked: { tone: 'good', label: 'Checked' },
  partly: { tone: 'warn', label: 'Checked in part' },
  unchecked: { tone: 'neutral', label: 'Not checked' },
} as const

/** Each kind of check with its state: one that was not done is not a good result. */
export const CheckList = ({ checks }: { checks: readonly IndexCheck[] }) => (
  <ul
    aria-label="Checks"
    className="divide-y divide-line rounded-card border border-line bg-surface"
  >
    {checks.map(({ category, state, notes }) => (
      <li key={category} className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2">
        <span className="w-20 flex-none font-medium">{titles[category]}</span>
        <span className="w-36 flex-none">
          <Status tone={states[state].tone}>{states[state].label}</Status>
        </span>
        <span className="min-w-0 flex-1 basis-64 break-words text-ink-soft">{notes.join(' ')}</span>
      </li>
    ))}
  </ul>
)
