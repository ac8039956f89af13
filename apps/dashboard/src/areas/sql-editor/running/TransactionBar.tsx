import type { SessionState } from '@basalt/contract/database/sessions'
import { useMutation } from '@tanstack/react-query'

import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { Runs } from '../runs/use-runs.ts'
import { Elapsed } from './Elapsed.tsx'

/** A transaction that a run has left open holds its locks, so it is always visible. */
export function TransactionBar({ runs: { run, runs } }: { runs: Runs }) {
  const decide = useMutation({
    mutationFn: (outcome: 'commit' | 'roll_back') => runs.decide(outcome),
  })
  const session = run?.session
  const isBusy = run?.state === 'running' || run?.state === 'held'
  if (session === undefined || session.since === null || isBusy) return null
  return (
    <div className="flex-none p-3 pb-0">
      <Notice
        tone="warn"
        title={getTitle(session)}
        action={
          <div className="flex gap-2">
            <Button isPending={decide.isPending} onClick={() => decide.mutate('roll_back')}>
              Roll back
            </Button>
            {session.state !== 'failed' && (
              <Button
                variant="primary"
                isPending={decide.isPending}
                onClick={() => decide.mutate('commit')}
              >
                Commit
              </Button>
            )}
          </div>
        }
      >
        {decide.error === null ? (
          <>
            Open for <Elapsed at={session.since} />. Its changes are not visible to others, and its
            locks may block them.
          </>
        ) : (
          decide.error.message
        )}
      </Notice>
    </div>
  )
}

const getTitle = ({ state }: SessionState): string =>
  state === 'failed'
    ? 'The transaction failed and can only be rolled back'
    : 'A transaction is open'
