import type { ReactNode } from 'react'

import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'

type Props = {
  /** Says what could not be shown: "The connection could not be shown". */
  failure: string
  /** The boundary forgets its error when this changes. */
  resetKey?: string | undefined
  children: ReactNode
}

/**
 * A card or a chart that may break without taking the page: in its place stands what
 * happened, and trying again renders it anew. For parts that load, `Panel` of lib.
 */
export const PanelBoundary = ({ failure, resetKey, children }: Props) => (
  <ErrorBoundary
    resetKey={resetKey}
    renderError={(error, retry) => <ErrorPanel title={failure} error={error} onRetry={retry} />}
  >
    {children}
  </ErrorBoundary>
)
