import type { Snippet } from '@basalt/contract/project/snippets'
import { type RefObject, useRef, useState } from 'react'

import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useNames } from '../../product/names/use-names.ts'
import { late } from '../../ui/late.tsx'
import { CodeEditor, type CodeEditorHandle } from './editor/CodeEditor.tsx'
import { type ParameterQuestion, useParameters } from './editor/use-parameters.ts'
import { Results } from './Results.tsx'
import { RunBar } from './running/RunBar.tsx'
import { useActions } from './running/use-actions.ts'
import { useErrorMark } from './running/use-error-mark.ts'
import { useFreshTables } from './running/use-fresh-tables.ts'
import { type Runs, useRuns } from './runs/use-runs.ts'
import { SnippetHeader } from './snippets/SnippetHeader.tsx'
import { useEditorPosition } from './snippets/use-editor-position.ts'
import { useSaveNotice } from './snippets/use-save-notice.ts'
import { type OpenSnippet, useSaveDenied, useSnippet } from './snippets/use-snippet.ts'
import { SplitPane } from './SplitPane.tsx'

const SaveNotice = late(async () => (await import('./snippets/SaveNotice.tsx')).SaveNotice)
const AskDialog = late(async () => (await import('./running/AskDialog.tsx')).AskDialog)
const ParameterDialog = late(
  async () => (await import('./editor/ParameterDialog.tsx')).ParameterDialog,
)
const RefusalBar = late(async () => (await import('./running/RefusalBar.tsx')).RefusalBar)
const TransactionBar = late(
  async () => (await import('./running/TransactionBar.tsx')).TransactionBar,
)
const HistoryPanel = late(async () => (await import('./running/HistoryPanel.tsx')).HistoryPanel)

type Props = { projectRef: string; id: string; snippet: Snippet | null }

/** One query: its text, its run settings, and its results. */
export function QueryEditor({ projectRef, id, snippet }: Props) {
  const editor = useRef<CodeEditorHandle>(null)
  const query = useSnippet({
    projectRef,
    id,
    snippet,
    mayChange: useSaveDenied(snippet) === undefined,
    onReplaced: (text) => editor.current?.replace(text),
  })
  const { runs, question } = useParameters(projectRef, id, useRuns(projectRef, id))
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  useDocumentTitle(snippet?.name ?? 'New query', 'SQL editor')
  useErrorMark(runs.run, query.text, editor)
  useEditorPosition(projectRef, id, editor)
  const acts = useActions({ editor, runs, text: query.text })
  useShortcut({ keys: 'mod+s', label: 'Save the query', group: 'SQL editor', run: query.save })

  return (
    <div className="flex h-full min-h-0 flex-col">
      <QueryBar
        projectRef={projectRef}
        snippet={snippet}
        query={query}
        runs={runs}
        acts={acts}
        onHistory={() => setIsHistoryOpen(true)}
      />
      <Notes {...{ projectRef, query, runs }} name={snippet?.name ?? 'Query'} />
      <SplitPane
        top={
          <CodeEditor
            ref={editor}
            initialText={query.initialText}
            names={useNames(projectRef)}
            onChange={query.change}
            onRun={acts.run}
            onCancel={acts.cancel}
            onSave={query.save}
          />
        }
        bottom={
          <Results
            {...{ projectRef, runs }}
            queryId={id}
            initialText={query.initialText}
            onShowError={() => editor.current?.focus()}
          />
        }
      />
      <Panels
        projectRef={projectRef}
        runs={runs}
        question={question}
        isHistoryOpen={isHistoryOpen}
        onHistoryClose={() => setIsHistoryOpen(false)}
        onUse={(text) => insertInto(editor, text)}
      />
    </div>
  )
}

function insertInto(editor: RefObject<CodeEditorHandle | null>, text: string): void {
  editor.current?.replace(text)
  // The closing dialog restores the focus to its opener first.
  setTimeout(() => editor.current?.focus())
}

type BarProps = {
  projectRef: string
  snippet: Snippet | null
  query: OpenSnippet
  runs: Runs
  acts: ReturnType<typeof useActions>
  onHistory: () => void
}

function QueryBar({ projectRef, snippet, query, runs, acts, onHistory }: BarProps) {
  const saveDenied = useSaveDenied(snippet)
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-2 gap-y-1.5 max-tablet:gap-x-1 border-b border-line px-3 py-1.5">
      <SnippetHeader
        projectRef={projectRef}
        snippet={snippet}
        query={query}
        saveDenied={saveDenied}
      />
      <RunBar
        projectRef={projectRef}
        runs={runs}
        isEmpty={query.isEmpty}
        onRun={acts.run}
        onExplain={acts.explain}
        onHistory={onHistory}
      />
    </div>
  )
}

/** Notices above the editor. */
function Notes({
  runs,
  ...saved
}: Pick<BarProps, 'projectRef' | 'query' | 'runs'> & { name: string }) {
  const isUnsaved = useSaveNotice(saved.query)
  return (
    <>
      {isUnsaved && <SaveNotice {...saved} />}
      {(runs.run?.session?.since ?? null) !== null && <TransactionBar runs={runs} />}
      {runs.refusal !== undefined && <RefusalBar runs={runs} />}
    </>
  )
}

type PanelsProps = {
  projectRef: string
  runs: Runs
  question: ParameterQuestion | null
  isHistoryOpen: boolean
  onHistoryClose: () => void
  onUse: (text: string) => void
}

function Panels({ projectRef, runs, question, isHistoryOpen, ...rest }: PanelsProps) {
  useFreshTables(runs.run)
  const { onHistoryClose, onUse } = rest
  return (
    <>
      {question !== null && <ParameterDialog question={question} />}
      {runs.run?.state === 'asking' && <AskDialog runs={runs} />}
      {isHistoryOpen && (
        <HistoryPanel
          projectRef={projectRef}
          onClose={onHistoryClose}
          onUse={(text) => {
            onHistoryClose()
            onUse(text)
          }}
        />
      )}
    </>
  )
}
