import { ApiError } from '@basalt/contract/errors'
import { homeBlocks } from '@basalt/contract/project/home-blocks'
import { type Snippet, snippets } from '@basalt/contract/project/snippets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { notify } from '../../../../lib/browser/toast.ts'
import { useGo } from '../../../../lib/browser/use-go.ts'
import { own } from '../../../../lib/forms/own.ts'
import { call, invalidate } from '../../../../lib/network/api.ts'
import { paths } from '../../../../lib/paths.ts'
import { sqlStorage } from '../../../../lib/storage/sql-storage.ts'
import { matchingSettings } from '../../../../product/chart/chart-settings.ts'
import {
  type BlockDraft,
  titleFault,
  defaultAppearance,
} from '../../../../product/home-blocks/block-draft.ts'
import { BlockForm } from '../../../../product/home-blocks/BlockForm.tsx'
import { refreshBlock } from '../../../../product/home-blocks/queries.ts'
import type { Rows } from '../../../../product/rows/value-kinds.ts'
import { snippetQuery } from '../../../../product/snippets.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../../ui/Skeleton.tsx'
import { boundText, valuesFor } from '../../editor/parameter-values.ts'
import { parameterNames } from '../../snippets/linked-parameters.ts'

type Props = {
  projectRef: string
  queryId: string
  rows: Rows
  isChart: boolean
  onClose: () => void
}

/** Pins the result of a saved query, which is shared with the project for that. */
export function AddBlockDialog(props: Props) {
  const { projectRef, queryId, onClose } = props
  const { data, error } = useQuery({ ...snippetQuery(projectRef, queryId), staleTime: 0 })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add to project home"
      description="Visible to everyone who can query the project."
      width="large"
    >
      {error !== null && (
        <Notice tone="bad" title="The saved query could not be loaded">
          {error.message}
        </Notice>
      )}
      {error === null && data === undefined && <SkeletonRows rows={4} className="h-8" />}
      {data !== undefined && <Add key={data.id} {...props} snippet={data} />}
    </Dialog>
  )
}

function Add({ snippet, ...props }: Props & { snippet: Snippet }) {
  const { projectRef, rows, onClose } = props
  const [draft, setDraft] = useState(() => firstDraft(props, snippet))
  const [isShared, setIsShared] = useState(snippet.visibility === 'project')
  const [problem, setProblem] = useState<{ title?: string; sharing?: string }>({})
  const add = useAdding(projectRef, snippet, onClose)
  const submit = () => {
    const title = titleFault(draft.title)
    const found = {
      ...(title !== undefined && { title }),
      ...(!isShared && { sharing: 'Share the query with the project to show it there' }),
    }
    setProblem(found)
    if (Object.keys(found).length === 0) add.mutate(draft)
  }
  return (
    <BlockForm
      draft={draft}
      onChange={(part) => setDraft({ ...draft, ...part })}
      rows={rows}
      submitLabel="Add to project home"
      isPending={add.isPending}
      error={problem.sharing ?? add.error?.message}
      titleError={problem.title}
      onSubmit={submit}
      onClose={onClose}
    >
      {snippet.visibility === 'private' && (
        <label className="flex items-start gap-2.5 tablet:col-span-2">
          <input
            type="checkbox"
            className="mt-0.5"
            checked={isShared}
            onChange={({ target }) => setIsShared(target.checked)}
          />
          <span>
            Share it with the project
            <span className="block text-ink-soft">
              “{snippet.name}” is private. Others can then read and run it too.
            </span>
          </span>
        </label>
      )}
    </BlockForm>
  )
}

/** The current view, with the parameters of the last run. */
function firstDraft({ projectRef, queryId, rows, isChart }: Props, snippet: Snippet): BlockDraft {
  const { ys, ...chart } = matchingSettings(
    sqlStorage.resultChart(projectRef, queryId).get(),
    rows.fields,
  )
  const kind = isChart ? 'chart' : defaultAppearance(rows)
  const names = parameterNames(snippet.sql).map((name) => (/^\d/u.test(name) ? `$${name}` : name))
  const stored = valuesFor(names, sqlStorage.queryParameters(projectRef, queryId).get())
  return {
    title: snippet.name,
    look: kind === 'chart' ? { kind, chart: { ...chart, ys: [...ys] } } : { kind },
    refreshed: 'hour',
    values: names.map((name) => ({
      name,
      value: boundText(own(stored, name) ?? { type: 'null', text: '' }),
    })),
  }
}

function useAdding(ref: string, snippet: Snippet, onAdded: () => void) {
  const client = useQueryClient()
  const go = useGo()
  return useMutation({
    mutationFn: async (draft: BlockDraft) => {
      const { id: snippetId, visibility, folder_id: folderId } = snippet
      const isShared = visibility === 'project'
      const move = (body: Pick<Snippet, 'visibility'> & Partial<Pick<Snippet, 'folder_id'>>) =>
        call(snippets.update, { params: { ref, id: snippetId }, body })
      if (!isShared) await move({ visibility: 'project' })
      try {
        const body = { ...draft, id: crypto.randomUUID(), snippet_id: snippetId }
        return await call(homeBlocks.create, { params: { ref }, body })
      } catch (error) {
        // Without an answer the block may be there, and needs the query to be shared.
        const isRefused = error instanceof ApiError && error.code >= 400
        // The sharing is reverted; the refusal is reported.
        if (!isShared && isRefused)
          await move({ visibility, folder_id: folderId }).catch(() => undefined)
        throw error
      } finally {
        if (!isShared)
          await Promise.all([invalidate(client, snippets.list), invalidate(client, snippets.get)])
      }
    },
    onSuccess: ({ id }) => {
      // The rows are not awaited here: the home shows their state.
      void refreshBlock(client, { ref, id }).catch(() => undefined)
      notify.success('Added to the project home', {
        label: 'Show it',
        run: () => go(paths.project(ref)),
      })
      onAdded()
    },
  })
}
