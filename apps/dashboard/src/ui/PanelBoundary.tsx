import type { ReactNode } from 'react'

import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'

type Props = {
  /** The part that failed: "The connection could not be shown". */
  failure: string
  /** The boundary resets its error when this changes. */
  resetKey?: string | undefined
  children: ReactNode
}

/**
 * A card or a chart that may fail without breaking the page: the error replaces it, and retrying
 * renders it again. For parts that load data, use `Panel` of product.
 */
export const PanelBoundary = ({ failure, resetKey, children }: Props) => (
  <ErrorBoundary
    resetKey={resetKey}
    renderError={(error, retry) => <ErrorPanel title={failure} error={error} onRetry={retry} />}
  >
    {children}
  </ErrorBoundary>
)
