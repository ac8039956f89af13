import { ApiError } from '@basalt/contract/errors'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'

import { useInstall } from '../../lib/install.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { PageBody } from '../../ui/PageHeader.tsx'
import { AppError } from './AppError.tsx'

/**
 * The error of a page, inside the frame if there is one: a refusal of the server in its own words,
 * a fault of the dashboard as in SPEC.md section 2.
 */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { development } = useInstall()
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const retry = () => {
    resetQueries()
    reset()
    void router.invalidate()
  }
  const known = error instanceof Error ? error : new Error(String(error))
  if (!(known instanceof ApiError)) {
    return <AppError isInFrame error={known} onReset={retry} isDevelopment={development} />
  }
  return (
    <PageBody width="form">
      <ErrorPanel
        title="This page could not be shown"
        error={known}
        onRetry={retry}
        action={
          <a className={buttonClass({ variant: 'ghost' })} href={paths.root()}>
            Back to dashboard
          </a>
        }
      />
    </PageBody>
  )
}
