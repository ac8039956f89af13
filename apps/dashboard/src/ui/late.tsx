import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

import { ErrorPanel } from './ErrorPanel.tsx'

type Fallback = {
  /** What is shown until the code is there, for example the button that opens the part. */
  meanwhile?: ReactNode
}

/** A part whose code is not in the first page. */
type Late<Props> = ComponentType<Props & Fallback> & {
  /** Fetches the code beforehand: the part then shows with the first picture. */
  prepare: () => void
  /** Does it at once when the code is there, else as soon as it came or did not come. */
  ready: (action: () => void) => void
}

/** Asks for code that did not come; all of it at once, and by itself when the network is back. */
const missing = new Set<() => void>()
const askAgain = () => missing.forEach((fetchPart) => fetchPart())
globalThis.addEventListener?.('online', askAgain)

const failure = new Error('Check your network connection or reload the page.')

/**
 * A part whose code is fetched when it is first shown. Where that fails, as without a network,
 * it says so above the page and can be asked for again: the page around it stays. Each part
 * shows as soon as its code is there; those of `React.lazy` wait 300 ms after one another.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  // Null once it did not come.
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

  function LatePart({ meanwhile: fallback, ...props }: Props & Fallback) {
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
          // Above the page: bars are too low for it, and menus have no room of their own.
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
