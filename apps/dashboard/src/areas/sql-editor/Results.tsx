import { Terminal } from 'lucide-react'
import { useEffect } from 'react'

import { whenIdle } from '../../lib/browser/when-idle.ts'
import { Keys } from '../../ui/Kbd.tsx'
import { late } from '../../ui/late.tsx'
import type { AnswerProps } from './results/Answer.tsx'
import { WaitingEdits } from './results/editing/WaitingEdits.tsx'
import { useFormerRun } from './runs/use-former-run.ts'

const loadAnswer = () => import('./results/Answer.tsx')
const Answer = late(async () => (await loadAnswer()).Answer)
const LastRun = late(async () => (await import('./runs/LastRun.tsx')).LastRun)

type Props = Omit<AnswerProps, 'reported'> & {
  /** The text as it was opened. */
  initialText: string
}

/** The results of a run so far: a tab per statement, its rows, notices and time. */
export function Results(props: Props) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1">
        <LastAnswer {...props} />
      </div>
      {/* Below, so that no row moves under the pointer when the first change waits. */}
      <WaitingEdits {...props} />
    </div>
  )
}

function LastAnswer(props: Props) {
  const { projectRef, queryId, runs } = props
  const { user, run } = runs
  const hasRun = run !== null && run.id > 0
  // The grid's code is preloaded, because rows arrive with the first run at the earliest.
  useEffect(
    () =>
      void whenIdle()
        .then(prepare)
        .catch(() => undefined),
    [],
  )
  const previous = useFormerRun({ user, ref: projectRef, id: queryId }, !hasRun)
  if (hasRun) {
    const reported = { run, request: runs.runs.request, previous: undefined }
    return <Answer {...props} reported={reported} />
  }
  if (previous === undefined) return null
  if (previous === null) return <NothingRun {...props} />
  return <Answer {...props} reported={{ ...previous, previous }} />
}

async function prepare() {
  Answer.prepare()
  const { prepareAnswer } = await loadAnswer()
  prepareAnswer()
  // Without a network a dialog could not be fetched any more.
  await import('../../ui/DialogPanel.tsx')
}

function NothingRun({ projectRef, initialText, runs }: Props) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-4 overflow-y-auto p-6 text-center text-ink-soft">
      <p className="flex flex-col items-center gap-2">
        <Terminal className="text-ink-faint" />
        <span>
          Results appear here. <Keys keys="mod+enter" /> runs the selection, or the statement at the
          cursor.
        </span>
      </p>
      <LastRun projectRef={projectRef} text={initialText} runs={runs} />
    </div>
  )
}
