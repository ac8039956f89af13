import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'

import { paths } from '../lib/paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { PageBody } from '../ui/PageHeader.tsx'

/** A page that could not be shown, inside the frame when there is one. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const retry = () => {
    resetQueries()
    reset()
    void router.invalidate()
  }
  return (
    <PageBody width="form">
      <ErrorPanel
        title="This page could not be shown"
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={retry}
        action={
          <a className={buttonClass({ variant: 'ghost' })} href={paths.root()}>
            Go to the start page
          </a>
        }
      />
    </PageBody>
  )
}
