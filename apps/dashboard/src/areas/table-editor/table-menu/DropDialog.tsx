import type { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import type { TableSummary } from '@basalt/contract/database/tables'
import type { OutputOf } from '@basalt/contract/route'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { useRowCountText } from '../../../product/row-counts.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { dependentsQuery } from '../table-panel/queries.ts'
import { isView } from '../tables/is-view.ts'
import { kindWord } from '../tables/kind-word.ts'
import { giveToRows } from '../tables/rows-focus.ts'
import { closeTab } from '../tabs/close-tab.ts'
import { ChangeDialog } from './ChangeDialog.tsx'

type Props = { projectRef: string; table: TableSummary; isOpenTable: boolean; onClose: () => void }

/** Names the dependents of a table before it is dropped, and whether it can be restored. */
export function DropDialog(props: Props) {
  const { projectRef, table, onClose } = props
  const leave = useLeaving(props)
  const { data, error } = useQuery(dependentsQuery(projectRef, table.id))
  const [cascade, setCascade] = useState(false)
  const [forGood, setForGood] = useState(false)
  const word = kindWord(table)
  const dependents = data?.dependents ?? []
  const isForGood = forGood || (data !== undefined && data.only_for_good !== null)
  const change = { action: 'drop' as const, table_id: table.id, cascade, for_good: isForGood }
  const waiting = data === undefined ? (error?.message ?? 'Loading dependent objects') : undefined
  const blocked =
    dependents.length > 0 && !cascade ? 'Confirm the dependent objects first' : undefined
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Drop ${word} ${table.name}`}
      label={isForGood ? 'Drop permanently' : `Drop ${word}`}
      isDanger
      typed={isForGood && !isView(table) ? table.name : undefined}
      change={change}
      previewed={data === undefined ? null : { ...change, cascade: dependents.length > 0 }}
      disabledReason={waiting ?? blocked}
      done={isForGood ? `Dropped ${table.name}` : `${table.name} moved to the trash`}
      onClose={onClose}
      onDone={leave}
    >
      {() =>
        data === undefined ? (
          <SkeletonRows rows={3} className="h-5" />
        ) : (
          <>
            <Outcome found={data} {...{ projectRef, table, word, isForGood }} />
            {dependents.length > 0 && (
              <>
                <DependentList dependents={dependents} isForGood={isForGood} />
                <Checkbox
                  label={`Drop ${dependents.length === 1 ? 'this' : `these ${dependents.length}`} too`}
                  isChecked={cascade}
                  onChange={setCascade}
                />
              </>
            )}
            {data.only_for_good === null && (
              <Checkbox
                label="Drop permanently"
                isChecked={forGood}
                help="Frees the space now; cannot be undone"
                onChange={setForGood}
              />
            )}
          </>
        )
      }
    </ChangeDialog>
  )
}

function useLeaving({ projectRef, table, isOpenTable }: Props) {
  const go = useGo()
  return () => {
    // Dropping a table closes its tab without a message.
    const next = closeTab(projectRef, table.id)
    if (!isOpenTable) return
    giveToRows()
    go(next)
  }
}

type Found = OutputOf<typeof routes.dependents>

type OutcomeProps = Pick<Props, 'projectRef' | 'table'> & {
  found: Found
  word: string
  isForGood: boolean
}

function Outcome({ projectRef, table, found, word, isForGood }: OutcomeProps) {
  const rows = useRowCountText(projectRef, { ...table, row_estimate: found.row_estimate })
  const sizes = [
    ...(rows === undefined ? [] : [rows === '1' ? '1 row' : `${rows} rows`]),
    // Views and foreign tables have no size.
    ...(found.size_bytes === 0 ? [] : [formatBytes(found.size_bytes)]),
  ]
  const size = sizes.length === 0 ? '' : ` (${sizes.join(', ')})`
  return (
    <p className="text-ink-soft">
      {isForGood
        ? `This ${word}${size} is deleted permanently.`
        : `It moves to the trash with its rows${size}, keys, indexes and policies. You can restore it for ${found.kept_hours} hours.`}
      {found.only_for_good !== null && ` ${found.only_for_good}.`}
    </p>
  )
}

function DependentList({
  dependents,
  isForGood,
}: {
  dependents: Found['dependents']
  isForGood: boolean
}) {
  return (
    <div>
      <p>Dependent objects:</p>
      <ul className="mt-1 max-h-48 list-disc overflow-y-auto pl-5 text-ink-soft">
        {dependents.map(({ description, can_return }) => (
          <li key={description}>
            {description}
            {!isForGood && can_return && (
              <span className="text-ink-faint"> · restored with it</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
