import type { SaveOutcome, TableDetail } from '@basalt/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { type DeletedRow, deletionOf } from '../../lib/row-changes/deletion.ts'
import { keyText } from '../../lib/row-changes/key-text.ts'
import { saveRows } from '../../lib/row-changes/save-rows.ts'
import type { Row } from '../../lib/row-changes/staged-rows.ts'
import { isByPlace, tellingValues } from '../../lib/row-changes/telling-values.ts'

export type Keys = readonly (readonly string[])[]

/** A row as it is stored by now; null once it is gone. */
export type CurrentRow = { key: readonly string[]; current: Row | null }

/** What becomes of rows that somebody wanted deleted. */
export type Deletion = {
  onDeleted: (keys: Keys, historyId: string | null) => void
  /** They hold something else by now than what is shown. */
  onChanged: (rows: readonly CurrentRow[]) => void
}

/** One id for every press on the button of a question: nothing is done twice. */
type Question = { id: string; rows: readonly DeletedRow[] }

const askedAbout = (rows: readonly DeletedRow[]): Question => ({ id: crypto.randomUUID(), rows })

/** Asks whether to delete rows; asks once more about those that somebody has changed meanwhile. */
export function useDeletion(
  { projectRef, table }: { projectRef: string; table: TableDetail },
  { onDeleted, onChanged }: Deletion,
) {
  const [isAsking, setIsAsking] = useState(false)
  const [question, setQuestion] = useState(() => askedAbout([]))
  const asked = question.rows.map(({ key }) => key)
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async ({ id, rows }: Question) => {
      const operations = rows.map((row) => deletionOf(table, row))
      const outcome = await saveRows(projectRef, id, operations)
      if (outcome.outcome === 'saved') return outcome
      const changed = changedIn(outcome, { table, rows })
      if (changed.length === 0) throw new Error(refusalText(outcome, rows.length))
      setQuestion(askedAbout(rows.map(({ key }) => ({ key, seen: [] }))))
      onChanged(changed)
      throw new Error(changedText(table, { rows, changed }))
    },
    onSuccess: (outcome) => {
      setIsAsking(false)
      onDeleted(asked, outcome.history_id)
    },
  })
  return {
    isAsking,
    asked,
    isPending,
    error,
    ask: (rows: readonly DeletedRow[]) => {
      reset()
      setQuestion(askedAbout(rows))
      setIsAsking(true)
    },
    confirm: () => mutate(question),
    close: () => setIsAsking(false),
  }
}

type Refusal = Exclude<SaveOutcome, { outcome: 'saved' }>

/** The rows that changed, where none is gone; one without a key is, once its place is another's. */
function changedIn(
  outcome: Refusal,
  { table, rows }: { table: TableDetail; rows: readonly DeletedRow[] },
): CurrentRow[] {
  if (outcome.outcome === 'refused' || isByPlace(table)) return []
  const changed = outcome.conflicts.flatMap(({ operation, current }) => {
    const key = rows[operation]?.key
    return key === undefined || current === null ? [] : [{ key, current }]
  })
  return changed.length === outcome.conflicts.length ? changed : []
}

function changedText(
  table: TableDetail,
  { rows, changed }: { rows: readonly DeletedRow[]; changed: readonly CurrentRow[] },
): string {
  const [row, ...others] = rows
  if (row === undefined || others.length > 0)
    return 'Somebody changed some of these rows meanwhile, so none was deleted; the table shows what they hold now. Delete them all the same?'
  const current = changed[0]?.current ?? []
  const before = tellingValues(table, row.seen)
  const now = table.columns
    .map(({ name }, at) => ({ name, value: current[at] ?? null }))
    .filter(({ name, value }) => name in before && before[name] !== value)
    .map(({ name, value }) => `${name} is ${value === null ? 'NULL' : cutText(value)} now`)
    .slice(0, mostTold)
  return `Somebody changed this row meanwhile: ${now.join(', ')}. Delete it all the same?`
}

const mostTold = 3
const longestTold = 60

const cutText = (value: string): string =>
  value.length > longestTold ? `${value.slice(0, longestTold)}…` : keyText(value)

function refusalText(outcome: Refusal, count: number): string {
  if (outcome.outcome === 'refused') {
    return outcome.detail === undefined ? outcome.message : `${outcome.message}. ${outcome.detail}`
  }
  return count === 1
    ? 'This row is gone already. Read the rows again.'
    : 'Some of these rows are gone already, so none was deleted. Read the rows again.'
}
