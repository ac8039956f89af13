import type { RefusedChange } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { RowOperation } from '@basalt/pg-model'
import { useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { rowStorage } from '../../../lib/storage/row-storage.ts'
import { storage } from '../../../lib/storage/storage.ts'
import type { useStagedRows } from '../changes/use-staged-rows.ts'
import type { Row } from '../rows/row-window.ts'
import { insertedRow } from './corrected-row.ts'
import type { RowDraft } from './row-draft.ts'
import { useRowDraft } from './use-row-draft.ts'
import { useRowSave } from './use-row-save.ts'

type Staged = ReturnType<typeof useStagedRows>

/** Staged rows, and how others are added. */
export type StagedRowsOfTable = Pick<Staged, 'has'> & {
  actions: () => Promise<Pick<Awaited<ReturnType<Staged['actions']>>, 'insert' | 'edit'>>
}

type Scope = { ref: string; table: TableDetail; staged: StagedRowsOfTable }

type Options = {
  /** Names the draft. */
  name: string
  /** Of an existing row; its columns as they are displayed. */
  existing?: { key: readonly string[]; seen: Row } | undefined
  beginning: RowDraft
  /** The change of the row; null without one. */
  getOperation: (draft: RowDraft) => RowOperation | null
  onSaved: (row: Row | undefined, historyId: string | null) => void
  /** The row waits with others to be stored. */
  onStaged: () => void
}

type Problem = { refused?: RefusedChange; conflict?: Row | null; failure?: string }

export type RowFormState = ReturnType<typeof useRowForm>

/** An edited row: its draft, its save, and the result. */
export function useRowForm(scope: Scope, options: Options) {
  const { getOperation, existing, onSaved } = options
  const {
    draft,
    isKept,
    change,
    forget: discard,
  } = useRowDraft(scope, options.name, options.beginning)
  const [problem, setProblem] = useState<Problem>({})
  const save = useRowSave(scope, rowStorage.sent(scope.ref, scope.table.id, options.name))
  const waits =
    storage.queuesEdits.get() || (existing !== undefined && scope.staged.has(existing.key))

  async function store(operation: RowOperation) {
    const outcome = await save.save(operation)
    if (outcome.outcome === 'refused') setProblem({ refused: outcome })
    else if (outcome.outcome === 'conflict')
      setProblem({ conflict: outcome.conflicts[0]?.current ?? null })
    else {
      discard()
      onSaved(insertedRow(outcome), outcome.history_id)
    }
  }

  async function send(target: RowDraft) {
    const operation = getOperation(target)
    if (operation === null || save.isPending) return
    setProblem({})
    try {
      if (!waits) return await store(operation)
      await stage(scope.staged, { operation, draft: target, existing })
      discard()
      notify.info('The row is staged with your other changes')
      options.onStaged()
    } catch (error) {
      setProblem({ failure: failureText(error) })
    }
  }

  return {
    draft,
    isKept,
    change,
    forget: () => {
      save.forget()
      discard()
    },
    ...problem,
    waits,
    isPending: save.isPending,
    submit: () => void send(draft),
    /** Continues after a conflict with the user's decision. */
    resolve: (next: RowDraft, current: Row) => {
      setProblem({})
      change(next)
      if (getOperation(next) === null) onSaved([...current], null)
      else void send(next)
    },
  }
}

type Waiting = {
  operation: RowOperation
  draft: RowDraft
  existing: { key: readonly string[]; seen: Row } | undefined
}

async function stage(staged: StagedRowsOfTable, { operation, draft, existing }: Waiting) {
  const actions = await staged.actions()
  if (operation.op === 'insert') await actions.insert(operation.values)
  if (existing === undefined) return
  for (const [column, { value, previous }] of Object.entries(draft)) {
    const edit = { column, typed: value ?? null, previous, isDefault: value === undefined }
    // One after the other, because each is a separate undo step.
    // oxlint-disable-next-line no-await-in-loop
    await actions.edit({ ...existing, ...edit })
  }
}

/** Without a response the status is unknown: saving again determines it. */
function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const isLost = error instanceof ApiError && error.code === 0
  return isLost ? `${text} The row may already be saved. Try again: it is saved only once.` : text
}
