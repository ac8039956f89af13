import type { HistoryEntry } from '@basalt/contract/database/history'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { UndoConflict } from '@basalt/pg-model'
import { useState } from 'react'

import { plural } from '../../../lib/format/format.ts'
import { isSystemColumn, named } from '../../../product/row-changes/key-text.ts'
import { ShownValue } from '../../../product/row-changes/ShownValue.tsx'
import type { Resolutions } from '../../../product/row-changes/undo-change.ts'
import { Button } from '../../../ui/Button.tsx'
import { otherTable } from './other-table.ts'
import { undoLabels } from './undo-labels.ts'

/** More rows than these are decided about together. */
const maxListed = 100

type Props = {
  table: TableDetail
  entry: HistoryEntry
  conflicts: readonly UndoConflict[]
  isPending: boolean
  onDecide: (resolutions: Resolutions) => void
}

/** Rows that were changed since: each is restored or left, or all alike. */
export function UndoConflicts({ table, entry, conflicts, isPending, onDecide }: Props) {
  const isOne = conflicts.length === 1
  const [chosen, setChosen] = useState<Resolutions>({})
  const all = (what: What) =>
    onDecide(Object.fromEntries(conflicts.map(({ place: position }) => [position, what])))
  return (
    <div className="flex basis-full flex-col gap-2 rounded-control border border-warn/40 p-2">
      <p className="font-medium">{plural(conflicts.length, 'row')} changed since</p>
      <ul className="flex flex-col gap-2">
        {conflicts.slice(0, maxListed).map((conflict) => (
          <li key={conflict.place} className="flex flex-col gap-1">
            <ConflictText table={table} entry={entry} conflict={conflict} />
            {conflicts.length > 1 && (
              <Choice
                chosen={chosen[conflict.place]}
                onChoose={(what) => setChosen({ ...chosen, [conflict.place]: what })}
              />
            )}
          </li>
        ))}
      </ul>
      {conflicts.length > maxListed && (
        <p className="text-ink-soft">{`And ${plural(conflicts.length - maxListed, 'other')}`}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" isPending={isPending} onClick={() => all('skip')}>
          {isOne ? 'Keep current' : 'Keep all current'}
        </Button>
        <Button
          size="small"
          variant={isOne ? 'primary' : 'secondary'}
          isPending={isPending}
          onClick={() => all('restore')}
        >
          {isOne ? 'Restore' : 'Restore all'}
        </Button>
        {!isOne && (
          <Button
            size="small"
            variant="primary"
            isPending={isPending}
            disabledReason={
              conflicts.every(({ place: position }) => chosen[position] !== undefined)
                ? undefined
                : 'Choose for each row first'
            }
            onClick={() => onDecide(chosen)}
          >
            {`${undoLabels(entry).act} as selected`}
          </Button>
        )}
      </div>
    </div>
  )
}

type What = 'restore' | 'skip'

type ChoiceProps = { chosen: What | undefined; onChoose: (what: What) => void }

const choices = { restore: 'Restore', skip: 'Keep current' } as const

function Choice({ chosen, onChoose }: ChoiceProps) {
  return (
    <span className="flex gap-1">
      {(['restore', 'skip'] as const).map((what) => (
        <Button
          key={what}
          size="small"
          aria-pressed={chosen === what}
          variant={chosen === what ? 'primary' : 'secondary'}
          onClick={() => onChoose(what)}
        >
          {choices[what]}
        </Button>
      ))}
    </span>
  )
}

type TextProps = Pick<Props, 'table' | 'entry'> & { conflict: UndoConflict }

function ConflictText({ table, entry, conflict }: TextProps) {
  const { key, before, current } = conflict
  const then = entry.tables[conflict.table]
  // The row of now has the columns of now.
  const now = then?.id === table.id ? table.columns.map(({ name }) => name) : then?.columns
  const cells = (then?.columns ?? []).flatMap((name, at) => {
    const cell = {
      name,
      before: before?.[at] ?? null,
      now: current?.[now?.indexOf(name) ?? at] ?? null,
    }
    return !isSystemColumn(name) && cell.before !== cell.now ? [cell] : []
  })
  return (
    <span className="min-w-0 break-words">
      {otherTable(entry, conflict.table, table)}
      <span className="font-mono text-xs">{named(then?.key ?? [], key)}</span>
      {current === null && ' was deleted'}
      {current !== null && before === null && ' was changed after it was inserted'}
      {current !== null &&
        before !== null &&
        cells.map((cell) => (
          <span key={cell.name} className="block">
            {cell.name}: now <ShownValue value={cell.now} />, before{' '}
            <ShownValue value={cell.before} />
          </span>
        ))}
    </span>
  )
}
