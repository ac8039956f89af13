import { ApiError, databaseQuery, databaseTables, type Snippet, snippets } from '@basalt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleStop, FileX2, Play, Save } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'

import { useDenied } from '../../lib/access.tsx'
import { AreaLayout } from '../../lib/AreaLayout.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { storage } from '../../lib/storage.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Status.tsx'
import { CodeEditor, type CodeEditorHandle } from './CodeEditor.tsx'
import { completionQuery, snippetQuery } from './queries.ts'
import { Results } from './Results.tsx'
import { markedRange, type Run } from './run-model.ts'
import { SplitPane } from './SplitPane.tsx'
import { useRun } from './use-run.ts'
import { useSnippet } from './use-snippet.ts'

const SnippetList = lazy(async () => ({
  default: (await import('./SnippetList.tsx')).SnippetList,
}))
const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog.tsx')).SaveDialog }))

type Props = { projectRef: string; id: string }

export function SqlPage({ projectRef, id }: Props) {
  return (
    <AreaLayout
      title="SQL editor"
      closeKey={id}
      column={
        <Suspense fallback={<SkeletonRows rows={4} className="m-3 h-7" />}>
          <SnippetList projectRef={projectRef} currentId={id} />
        </Suspense>
      }
    >
      {id === 'new' ? (
        <QueryEditor key={id} projectRef={projectRef} id={id} snippet={null} />
      ) : (
        <SavedQuery key={id} projectRef={projectRef} id={id} />
      )}
    </AreaLayout>
  )
}

function SavedQuery({ projectRef, id }: Props) {
  const { data, error, refetch } = useQuery(snippetQuery(projectRef, id))
  useEffect(() => {
    if (data !== undefined) storage.lastSnippet(projectRef).set(id)
  }, [data, id, projectRef])

  if (data !== undefined) return <QueryEditor projectRef={projectRef} id={id} snippet={data} />
  if (error === null) {
    return (
      <div className="p-4">
        <SkeletonRows rows={6} className="h-5" />
      </div>
    )
  }
  const isGone = error instanceof ApiError && (error.code === 404 || error.code === 400)
  return (
    <div className="mx-auto max-w-2xl p-6">
      {isGone ? (
        <EmptyState
          icon={FileX2}
          title="This query does not exist"
          action={
            <Link href={paths.sql(projectRef)} className={buttonClass({ variant: 'primary' })}>
              New query
            </Link>
          }
        >
          It was deleted, or it belongs to someone else.
        </EmptyState>
      ) : (
        <ErrorPanel
          title="The query could not be opened"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  )
}

type EditorProps = Props & { snippet: Snippet | null }

function QueryEditor({ projectRef, id, snippet }: EditorProps) {
  const query = useSnippet({ projectRef, id, snippet })
  const { run, start, cancel } = useRun(projectRef)
  const editor = useRef<CodeEditorHandle>(null)
  const [isNaming, setIsNaming] = useState(false)
  const schema = useCompletion(projectRef)
  const saveDenied = useDenied(snippet === null ? snippets.create : snippets.update, 'save queries')
  const isRunning = run?.state === 'running'
  useDocumentTitle(snippet?.name ?? 'New query', 'SQL editor')
  useErrorMark(run, query.text, editor)

  function runSelected() {
    const { text, from } = editor.current?.selected() ?? { text: query.text, from: 0 }
    if (text.trim() === '') return
    editor.current?.mark(null)
    start(text, from)
  }
  function save() {
    if (saveDenied !== undefined || query.isSaving) return
    if (snippet === null) setIsNaming(true)
    else if (!query.isSaved) query.save()
  }
  useShortcut({ keys: 'mod+enter', label: 'Run the query', group: 'SQL editor', run: runSelected })
  useShortcut({ keys: 'mod+s', label: 'Save the query', group: 'SQL editor', run: save })

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-11 flex-none items-center gap-2 border-b border-line px-3">
        <h1 className="min-w-0 truncate font-semibold">{snippet?.name ?? 'New query'}</h1>
        {!query.isSaved && (
          <span className="flex-none text-xs text-ink-faint">
            {snippet === null ? 'Not saved' : 'Changed'}
          </span>
        )}
        <span className="flex-1" />
        <Button
          icon={Save}
          isPending={query.isSaving}
          keys="mod+s"
          disabledReason={saveDenied}
          tooltip="Save the query"
          onClick={save}
        >
          Save
        </Button>
        {isRunning ? (
          <Button icon={CircleStop} onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <RunButton isEmpty={query.text.trim() === ''} onRun={runSelected} />
        )}
      </div>
      {query.error !== null && !isNaming && (
        <SaveFailure projectRef={projectRef} id={id} query={query} editor={editor} />
      )}
      <SplitPane
        top={
          <CodeEditor
            ref={editor}
            initialText={query.initialText}
            schema={schema}
            onChange={query.change}
            onRun={runSelected}
            onCancel={() => {
              if (isRunning) cancel()
              return isRunning
            }}
            onSave={save}
          />
        }
        bottom={<Results run={run} onCancel={cancel} onShowError={() => editor.current?.focus()} />}
      />
      {isNaming && (
        <Suspense>
          <SaveDialog
            isPending={query.isSaving}
            error={query.error}
            onClose={() => setIsNaming(false)}
            onSave={query.saveAs}
          />
        </Suspense>
      )}
    </div>
  )
}

function RunButton({ isEmpty, onRun }: { isEmpty: boolean; onRun: () => void }) {
  const denied = useDenied(databaseQuery.run, 'run queries')
  const writesDenied = useDenied(databaseTables.updateRow, 'change data')
  return (
    <>
      {denied === undefined && writesDenied !== undefined && (
        <span title={writesDenied}>
          <Badge>Reads only</Badge>
        </span>
      )}
      <Button
        variant="primary"
        icon={Play}
        keys="mod+enter"
        tooltip="Run the selection, or everything"
        disabledReason={denied ?? (isEmpty ? 'Write a query first' : undefined)}
        onClick={onRun}
      >
        Run
      </Button>
    </>
  )
}

type SaveFailureProps = Props & {
  query: ReturnType<typeof useSnippet>
  editor: { current: CodeEditorHandle | null }
}

/** Saving failed; a conflict asks which text is to stay. */
function SaveFailure({ projectRef, id, query, editor }: SaveFailureProps) {
  const client = useQueryClient()
  const readStored = () => client.fetchQuery({ ...snippetQuery(projectRef, id), staleTime: 0 })
  const takeTheirs = async () => {
    const stored = await readStored()
    editor.current?.replace(stored.sql)
    query.take(stored)
  }
  const saveMine = async () => query.saveOver((await readStored()).version)

  if (!query.isConflict)
    return (
      <div className="p-3">
        <Notice tone="bad" title="The query is not saved">
          {query.error?.message}
        </Notice>
      </div>
    )
  return (
    <div className="p-3">
      <Notice
        tone="warn"
        title="This query was changed elsewhere since you opened it"
        action={
          <div className="flex gap-2">
            <Button onClick={() => void takeTheirs()}>Take theirs</Button>
            <Button variant="primary" onClick={() => void saveMine()}>
              Save mine over it
            </Button>
          </div>
        }
      >
        Nothing was overwritten; your text is kept in this browser.
      </Notice>
    </div>
  )
}

/** Marks the error of the last run at its place, once it is known. */
function useErrorMark(run: Run | null, text: string, editor: { current: CodeEditorHandle | null }) {
  const failed = run?.statements.find(({ state }) => state === 'failed')
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    if (failed?.error === undefined) return
    editor.current?.mark({ ...markedRange(latest.current, failed), message: failed.error.message })
  }, [failed, editor])
}

function useCompletion(projectRef: string) {
  const { data } = useQuery(completionQuery(projectRef))
  return useMemo(
    () => ({ public: Object.fromEntries((data?.tables ?? []).map(({ name }) => [name, []])) }),
    [data],
  )
}
