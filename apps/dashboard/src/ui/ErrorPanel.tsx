import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'

type Props = {
  title: string
  error: Error
  onRetry?: (() => void) | undefined
  /** Another way on, when trying again is not one. */
  action?: ReactNode
}

/** The failure, its reason if known, and an action; with the request id to quote. */
export function ErrorPanel({ title, error, onRetry, action }: Props) {
  const requestId = getRequestId(error)
  return (
    <section
      role="alert"
      className="flex flex-col gap-3 rounded-card border border-bad/40 bg-bad-wash p-4"
    >
      <div className="flex items-start gap-3">
        <CircleAlert className="mt-0.5 text-bad" />
        <div className="flex min-w-0 flex-col gap-0.5">
          <h2 className="font-semibold">{title}</h2>
          <p className="break-words text-ink-soft">{error.message}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 pl-7 empty:hidden">
        {onRetry !== undefined && (
          <Button icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        )}
        {action}
        {requestId !== undefined && <CopyButton text={requestId} label="Copy request ID" />}
      </div>
    </section>
  )
}

function getRequestId(error: Error): string | undefined {
  const { requestId } = error as { requestId?: unknown }
  return typeof requestId === 'string' && requestId !== '' ? requestId : undefined
}
