import type { SaveOutcome } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { type DeletedRow, getDeletion } from '../../product/row-changes/deletion.ts'
import { keyText } from '../../product/row-changes/key-text.ts'
import { refusalText } from '../../product/row-changes/refusal-text.ts'
import { saveRows } from '../../product/row-changes/save-rows.ts'
import { isByCtid, sharingValues } from '../../product/row-changes/sharing-values.ts'
import type { Row } from '../../product/row-changes/staged-rows.ts'

export type Keys = readonly (readonly string[])[]

/** A row in its current state; null once it is deleted. */
export type CurrentRow = { key: readonly string[]; current: Row | null }

/** The results of deleting rows. */
export type Deletion = {
  onDeleted: (keys: Keys, historyId: string | null) => void
  /** Another user had deleted all of them. */
  onMissing: (keys: Keys) => void
  /** Their values differ from the displayed ones. */
  onChanged: (rows: readonly CurrentRow[]) => void
}

/** One id for every click in a confirmation: nothing is done twice. */
type Question = { id: string; rows: readonly DeletedRow[] }

const requestedFor = (rows: readonly DeletedRow[]): Question => ({ id: crypto.randomUUID(), rows })

/**
 * Asks whether to delete rows; asks again when another user has changed or deleted some of them.
 */
export function useDeletion(
  { projectRef, table }: { projectRef: string; table: TableDetail },
  { onDeleted, onMissing, onChanged }: Deletion,
) {
  const [isConfirming, setIsConfirming] = useState(false)
  const [question, setQuestion] = useState(() => requestedFor([]))
  const requested = question.rows.map(({ key }) => key)
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async ({ id, rows }: Question) => {
      const operations = rows.map((row) => getDeletion(table, row))
      const outcome = await saveRows(projectRef, id, operations)
      if (outcome.outcome === 'saved') return outcome
      const rowOutcomes = getRowOutcomes(outcome, { table, rows })
      if (rowOutcomes.size === 0) throw new Error(whyNot(outcome, rows.length))
      onChanged([...rowOutcomes.values()])
      const remaining = rows.filter((row) => rowOutcomes.get(row)?.current !== null)
      if (remaining.length === 0) return null
      setQuestion(
        requestedFor(remaining.map((row) => (rowOutcomes.has(row) ? { ...row, seen: [] } : row))),
      )
      throw new Error(changesText(table, { rows, rowOutcomes, remaining }))
    },
    onSuccess: (outcome) => {
      setIsConfirming(false)
      if (outcome === null) onMissing(requested)
      else onDeleted(requested, outcome.history_id)
    },
  })
  return {
    isConfirming,
    requested,
    isPending,
    error,
    ask: (rows: readonly DeletedRow[]) => {
      reset()
      setQuestion(requestedFor(rows))
      setIsConfirming(true)
    },
    confirm: () => mutate(question),
    close: () => setIsConfirming(false),
  }
}

type Refusal = Exclude<SaveOutcome, { outcome: 'saved' }>

type RowOutcome = ReadonlyMap<DeletedRow, CurrentRow>

/** The current state of rows. One without a key is unknown once its position was reused. */
function getRowOutcomes(
  outcome: Refusal,
  { table, rows }: { table: TableDetail; rows: readonly DeletedRow[] },
): RowOutcome {
  if (outcome.outcome === 'refused' || isByCtid(table)) return new Map()
  return new Map(
    outcome.conflicts.flatMap(({ operation, current }) => {
      const row = rows[operation]
      return row === undefined ? [] : [[row, { key: row.key, current }] as const]
    }),
  )
}

type Reported = {
  rows: readonly DeletedRow[]
  rowOutcomes: RowOutcome
  remaining: readonly DeletedRow[]
}

function changesText(table: TableDetail, { rows, rowOutcomes, remaining }: Reported): string {
  const [row, ...others] = rows
  if (row !== undefined && others.length === 0)
    return changedText(table, row, rowOutcomes.get(row)?.current ?? [])
  const deleted = rows.length - remaining.length
  const those = remaining.length === 1 ? 'the other one' : `the other ${remaining.length}`
  if (deleted === rowOutcomes.size)
    return `Someone else deleted ${deleted} of these rows. Delete ${those}?`
  const what = deleted === 0 ? 'changed' : 'changed or deleted'
  return `Someone else ${what} some of these rows, so nothing was deleted. The table now shows the current values. Delete ${deleted === 0 ? 'them all' : those} anyway?`
}

function changedText(table: TableDetail, row: DeletedRow, current: Row): string {
  const before = sharingValues(table, row.seen)
  const now = table.columns
    .map(({ name }, at) => ({ name, value: current[at] ?? null }))
    .filter(({ name, value }) => Object.hasOwn(before, name) && before[name] !== value)
    .map(({ name, value }) => `${name} is now ${value === null ? 'NULL' : cutText(value)}`)
    .slice(0, maxReported)
  return `Someone else changed this row: ${now.join(', ')}. Delete it anyway?`
}

const maxReported = 3
const maxReportedLength = 60

const cutText = (value: string): string =>
  value.length > maxReportedLength ? `${value.slice(0, maxReportedLength)}…` : keyText(value)

function whyNot(outcome: Refusal, count: number): string {
  if (outcome.outcome === 'refused') return refusalText(outcome)
  return count === 1
    ? 'This row was already deleted. Refresh the rows.'
    : 'Some of these rows were already deleted, so nothing was deleted. Refresh the rows.'
}
