import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

import { ErrorPanel } from './ErrorPanel.tsx'

type Fallback = {
  /** Shown until the code is loaded, for example the button that opens the part. */
  fallback?: ReactNode
}

/** A part whose code is not in the first page. */
type Late<Props> = ComponentType<Props & Fallback> & {
  /** Fetches the code beforehand: the part then shows with the first picture. */
  prepare: () => void
  /** Runs the action at once when the code is loaded, else as soon as loading has ended. */
  ready: (action: () => void) => void
}

/** Retries failed loads; all of them together, and automatically when the network is back. */
const missing = new Set<() => void>()
const askAgain = () => missing.forEach((fetchPart) => fetchPart())
globalThis.addEventListener?.('online', askAgain)

const failure = new Error('Check your network connection or reload the page.')

/**
 * A part whose code is loaded when it is first shown. When that fails, as without a network, a
 * notice above the page offers a retry: the page around it stays. Each part is shown as soon as its
 * code is loaded; those of `React.lazy` wait 300 ms after one another.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  /** Shown until the code is loaded, where the parent shows nothing else. */
  placeholder?: ReactNode,
): Late<Props> {
  // Null after a failure.
  let known: ComponentType<Props> | null | undefined
  const shown = new Set<() => void>()
  const fetchPart = async () => {
    known ??= await load().catch(() => null)
    if (known) missing.delete(prepare)
    else missing.add(prepare)
    for (const show of shown) show()
  }
  const prepare = () => void fetchPart()
  const ready = (action: () => void) => {
    if (known) action()
    else void fetchPart().then(action)
  }

  function LatePart({ fallback = placeholder, ...props }: Props & Fallback) {
    const [Part, setPart] = useState<typeof known>(() => known ?? undefined)
    useEffect(() => {
      const show = () => setPart(() => known)
      shown.add(show)
      prepare()
      return () => void shown.delete(show)
    }, [])
    // The compiler cannot see that all but one are the part's own.
    if (Part) return <Part {...(props as unknown as Props)} />
    return (
      <>
        {fallback}
        {Part === null && (
          // Above the page: bars are too low for it, and menus have no space.
          <div
            ref={(element) => element?.showPopover?.()}
            popover="manual"
            className="inset-auto right-4 bottom-12 rounded-card"
          >
            <ErrorPanel
              title="This part of the page could not be loaded"
              error={failure}
              onRetry={askAgain}
            />
          </div>
        )}
      </>
    )
  }
  return Object.assign(LatePart, { ready, prepare })
}
