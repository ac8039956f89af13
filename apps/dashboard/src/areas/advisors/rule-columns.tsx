import type { AdvisorRuleEntry } from '@basalt/catalog/advisor-rule'
import type { AdvisorIgnore } from '@basalt/contract/advisors/advisors'

import { formatCount } from '../../lib/format/format.ts'
import type { Tone } from '../../lib/format/tone.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { levelLabels, levels } from './level-labels.ts'

export type ShownRule = {
  entry: AdvisorRuleEntry
  /** Of the whole rule. */
  ignore: AdvisorIgnore | undefined
  /** Why the last run did not check it. */
  unchecked: string | undefined
  count: number
}

export function getRuleState({ ignore, unchecked }: ShownRule): { label: string; tone: Tone } {
  if (ignore !== undefined)
    return {
      label: ignore.for_everyone ? 'Off for everyone' : 'Off for you',
      tone: 'neutral',
    }
  return unchecked === undefined
    ? { label: 'On', tone: 'good' }
    : { label: 'Not checked', tone: 'warn' }
}

export const ruleColumns: Column<ShownRule>[] = [
  {
    id: 'rule',
    header: 'Rule',
    width: 'minmax(0, 3fr)',
    isName: true,
    hasLabel: false,
    cell: ({ entry }) => entry.title,
    detail: ({ entry }) => (
      <span className="text-xs break-words text-ink-faint">{entry.about}</span>
    ),
    sortValue: ({ entry }) => entry.title,
    searchText: ({ entry }) => [entry.title, entry.name, entry.about].join(' '),
  },
  {
    id: 'level',
    header: 'Level',
    width: '110px',
    hideBelow: 'narrow',
    cell: ({ entry: { level } }) => (
      <Status tone={levelLabels[level].tone}>{levelLabels[level].label}</Status>
    ),
    sortValue: ({ entry }) => levels.indexOf(entry.level),
  },
  {
    id: 'state',
    header: 'State',
    width: '150px',
    cell: (rule) => {
      const { label, tone } = getRuleState(rule)
      return <Status tone={tone}>{label}</Status>
    },
    sortValue: (rule) => getRuleState(rule).label,
  },
  {
    id: 'findings',
    header: 'Findings',
    width: '100px',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ count, unchecked }) => (unchecked === undefined ? formatCount(count) : '–'),
    sortValue: ({ count }) => count,
  },
]
