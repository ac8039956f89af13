import { type ReactNode, Suspense } from 'react'

import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Unshown } from './Unshown.tsx'

type Props = {
  /** Another one for each time that something is to be shown. */
  resetKey: string
  /** Called where it cannot be shown. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A dialog whose code may not come, as when the server is gone: what is below it stays. */
export const PartBoundary = ({ resetKey, onClose, children }: Props) => (
  <ErrorBoundary resetKey={resetKey} renderError={() => <Unshown onClose={onClose} />}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
)
