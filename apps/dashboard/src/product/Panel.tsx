import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'

import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'

type Props = {
  /** The part that failed: "The projects could not be loaded". */
  failure: string
  /** The final shape, in grey. */
  loading?: ReactNode
  resetKey?: string | undefined
  children: ReactNode
}

/**
 * A part of a screen that loads and fails by itself: children may use `useSuspenseQuery`. Retrying
 * queries the server again.
 */
export function Panel({ failure, loading = <SkeletonRows />, resetKey, children }: Props) {
  const { reset } = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary
      onReset={reset}
      resetKey={resetKey}
      renderError={(error, retry) => <ErrorPanel title={failure} error={error} onRetry={retry} />}
    >
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
}
