import type { TableDetail } from '@basalt/contract/database/tables'
import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'

import { own } from '../../lib/forms/own.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import type { RowProblem } from './change-queue.ts'
import { named } from './key-text.ts'
import { refusalText } from './refusal-text.ts'
import { deletedColumns } from './renamed-columns.ts'
import { deletedText } from './sharing-values.ts'
import { ShownValue } from './ShownValue.tsx'
import { changedSince, isNamedBy, type StagedRow, type Values } from './staged-rows.ts'

type Props = {
  table: Pick<TableDetail, 'name' | 'columns' | 'key' | 'child_tables'> | undefined
  row: StagedRow
  problem: RowProblem | undefined
  disabledReason: string | undefined
  onDiscard: () => void
  /** Accepts another user's changes, and keeps the other edits. */
  onTakeTheirs: () => void
  /** Keeps the edit although the row has changed. */
  onTakeMine: (current: Values) => void
}

const words = { insert: 'New row', update: 'Edit', delete: 'Delete' } as const

/** One staged row, old and new, with the problem that blocks saving. */
export function StagedRowCard({ table, row, problem, disabledReason, ...props }: Props) {
  const name =
    row.op === 'insert' ? '' : named(row.keyedBy ?? table?.key ?? [], row.key, table?.child_tables)
  const deleted = table === undefined ? [] : deletedColumns(row, table.columns)
  const isOneOfMany = row.op === 'update' && row.table !== undefined
  return (
    <li
      className={clsx(
        'flex flex-col gap-1 rounded-control border p-2',
        problem === undefined && deleted.length === 0 ? 'border-line' : 'border-bad/40',
      )}
    >
      <div className="flex items-center gap-2">
        <span className="font-medium">{words[row.op]}</span>
        {isOneOfMany && <span className="truncate">{table?.name}</span>}
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-soft">{name}</span>
        <IconButton
          icon={Undo2}
          size="small"
          label={`Discard: ${words[row.op]} ${name}`}
          disabledReason={disabledReason}
          onClick={props.onDiscard}
        />
      </div>
      <Cells row={row} />
      {deleted.length > 0 && (
        <p role="alert" className="text-bad">
          {deletedColumnsText(deleted)}
        </p>
      )}
      {table !== undefined && row.op !== 'insert' && !isNamedBy(table.key, row) && (
        <p className="text-bad">{otherKeyText(table.key)}</p>
      )}
      {problem?.of === 'refused' && (
        <p role="alert" className="text-bad">
          {problem.column !== undefined && `${problem.column}: `}
          {refusalText(problem)}
        </p>
      )}
      {problem?.of === 'conflict' && (
        <Conflict table={table} row={row} current={problem.current} {...props} />
      )}
    </li>
  )
}

const deletedColumnsText = (names: readonly string[]): string =>
  `This table no longer has the ${names.length === 1 ? 'column' : 'columns'} ${names.join(', ')}. Discard this change to save the others`

/** The message about an edit whose row had another key. */
const otherKeyText = (key: readonly string[]): string =>
  `The key of this table is now ${key.join(', ')}. Discard this edit and make it again in the table`

function Cells({ row }: { row: StagedRow }) {
  if (row.op === 'delete') return null
  const cells =
    row.op === 'insert'
      ? Object.entries(row.values).map(([name, value]) => ({
          name,
          value,
          isDefault: false,
          previous: undefined,
        }))
      : Object.entries(row.cells).map(([name, cell]) => ({ name, ...cell }))
  return (
    <dl className="grid grid-cols-[minmax(0,auto)_1fr] gap-x-3 gap-y-0.5">
      {cells.map((cell) => (
        <div key={cell.name} className="contents">
          <dt className="truncate text-ink-soft">{cell.name}</dt>
          <dd className="min-w-0 break-words">
            {cell.previous !== undefined && (
              <>
                <ShownValue value={cell.previous} isOld /> →{' '}
              </>
            )}
            {cell.isDefault ? <i>default</i> : <ShownValue value={cell.value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ConflictProps = Pick<Props, 'table' | 'row' | 'onTakeTheirs' | 'onTakeMine'> & {
  current: Values | null
}

function Conflict({ table, row, current, onTakeTheirs, onTakeMine }: ConflictProps) {
  if (current === null) {
    const keyedBy = row.op === 'insert' ? undefined : row.keyedBy
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-bad">
          {deletedText({ key: keyedBy ?? table?.key ?? [] })}.
        </span>
        <Button size="small" onClick={onTakeTheirs}>
          Use theirs
        </Button>
      </div>
    )
  }
  const columns = table?.columns ?? []
  const changed = changedSince(row, current, { columns })
  const edited = row.op === 'update' ? Object.keys(row.cells) : []
  const staying = edited.filter((name) => !changed.includes(name))
  return (
    <div role="alert" className="flex flex-col gap-1">
      <span className="text-bad">This row was changed by someone else. Current values:</span>
      {columns.map(({ name }) =>
        changed.includes(name) ? (
          <span key={name}>
            {name}: <ShownValue value={own(current, name) ?? null} />
          </span>
        ) : null,
      )}
      {staying.length > 0 && (
        <span className="text-ink-soft">{`Your edit of ${staying.join(', ')} is kept either way.`}</span>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onTakeTheirs}>
          Use theirs
        </Button>
        <Button size="small" variant="primary" onClick={() => onTakeMine(current)}>
          Keep mine
        </Button>
      </div>
    </div>
  )
}
