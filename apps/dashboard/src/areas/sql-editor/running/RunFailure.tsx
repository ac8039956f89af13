import { ApiError } from '@basalt/contract/errors'

import { isSignedOut, SignInAgain } from '../../../product/SignInAgain.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import type { Run } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'
import { describeInterrupted } from './interrupted-text.ts'

type Props = { run: Run; request: RunRequest | undefined }

/** Why a run has no complete answer, and the known part. */
export function RunFailure({ run, request }: Props) {
  const { failure, isInterrupted = false } = run
  if (failure === undefined) return null
  return (
    <div className="p-3">
      <ErrorPanel
        title={getTitle(run, failure)}
        error={isInterrupted ? new Error(describeInterrupted(run, request)) : failure}
        action={isSignedOut(failure) && <SignInAgain />}
      />
    </div>
  )
}

function getTitle({ isUnsent, isInterrupted, statements }: Run, failure: Error): string {
  if (isUnsent === true) return 'Not sent: this browser is offline'
  if (isInterrupted === true)
    return statements.length === 0
      ? 'The server did not respond'
      : 'The connection to the server was lost'
  const isRefused = failure instanceof ApiError && failure.code >= 400 && failure.code < 500
  return isRefused ? 'The query was not run' : 'The query did not finish'
}
