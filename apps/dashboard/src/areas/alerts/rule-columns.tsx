import type { AlertRule, AlertState } from '@basalt/contract/alerts/alerts'
import { describeRule, describeValue } from '@basalt/contract/alerts/sentence'

import { formatExact } from '../../lib/format/format-time.ts'
import type { Tone } from '../../lib/format/tone.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

const states: Record<AlertState, { label: string; tone: Tone; order: number }> = {
  firing: { label: 'Firing', tone: 'bad', order: 0 },
  pending: { label: 'Pending', tone: 'warn', order: 1 },
  no_data: { label: 'No data', tone: 'neutral', order: 2 },
  ok: { label: 'OK', tone: 'good', order: 3 },
}

export const columns: Column<AlertRule>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 2fr)',
    isName: true,
    cell: ({ name }) => name,
    detail: (rule) => <span className="text-xs text-ink-soft">{describeRule(rule)}</span>,
    sortValue: ({ name }) => name,
    searchText: (rule) => `${rule.name} ${describeRule(rule)}`,
  },
  {
    id: 'state',
    header: 'State',
    width: 'minmax(0, 1.6fr)',
    hasLabel: false,
    cell: (rule) => <RuleState rule={rule} />,
    sortValue: ({ state, is_enabled: isEnabled }) => (isEnabled ? states[state].order : 4),
  },
  {
    id: 'value',
    header: 'Measured',
    width: '120px',
    cell: ({ condition, value }) =>
      value === null ? (
        <span className="text-ink-faint">–</span>
      ) : (
        <span className="tabular">{describeValue(condition, value)}</span>
      ),
  },
  {
    id: 'since',
    header: 'Since',
    width: '124px',
    cell: ({ state_since: at }) =>
      at === null ? <span className="text-ink-faint">–</span> : <Time at={at} />,
    sortValue: ({ state_since: at }) => (at === null ? null : new Date(at)),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]

function RuleState({ rule }: { rule: AlertRule }) {
  const { state, is_enabled: isEnabled, problem, evaluated_at: at } = rule
  const { silenced_until: until, silence_reason: reason, delivery_error: error } = rule
  if (!isEnabled) return <Status tone="neutral">Disabled</Status>
  const isNew = at === null
  return (
    <span className="flex min-w-0 flex-col">
      <Status tone={states[state].tone}>{isNew ? 'Not evaluated yet' : states[state].label}</Status>
      {problem !== null && <span className="text-xs break-words text-ink-soft">{problem}</span>}
      {until !== null && isFuture(until) && (
        <span className="text-xs break-words text-ink-soft">
          Silenced until {formatExact(until)}
          {reason !== null && reason !== '' && `: ${reason}`}
        </span>
      )}
      {error !== null && (
        <span className="text-xs break-words text-bad">Not delivered yet: {error}</span>
      )}
    </span>
  )
}

export const isFuture = (time: string): boolean => new Date(time).getTime() > Date.now()
