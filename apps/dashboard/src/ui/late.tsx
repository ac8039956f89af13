import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

import { ErrorPanel } from './ErrorPanel.tsx'

type Meanwhile = {
  /** What is shown until the code is there, for example the button that opens the part. */
  meanwhile?: ReactNode
}

/** A part whose code is not in the first page. */
type Late<Props> = ComponentType<Props & Meanwhile> & {
  /** Fetches the code beforehand: the part then shows with the first picture. */
  prepare: () => void
  /** Resolves once the code is there, or did not come; the part tells of the latter. */
  ready: () => Promise<unknown>
}

/**
 * A part whose code is fetched when it is first shown. Where that fails, as without a network,
 * it says so above the page and can be asked for again: the page around it stays. Each part
 * shows as soon as its code is there; those of `React.lazy` wait 300 ms after one another.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  // Null once it did not come.
  let known: ComponentType<Props> | null | undefined
  const ready = async () => (known ??= await load().catch(() => null))

  function LatePart({ meanwhile, ...props }: Props & Meanwhile) {
    const [Part, setPart] = useState<typeof known>(() => known ?? undefined)
    const fetchNow = () => ready().then((part) => setPart(() => part))
    useEffect(() => {
      if (!Part) void fetchNow()
      waiting.add(fetchNow)
      return () => void waiting.delete(fetchNow)
      // oxlint-disable-next-line react/exhaustive-deps -- it is fetched when it is first shown
    }, [])
    // The compiler cannot see that all but one are the part's own.
    if (Part) return <Part {...(props as unknown as Props)} />
    return (
      <>
        {meanwhile}
        {Part === null && (
          // Above the page: bars are too low for it, and menus have no room of their own.
          <div
            ref={(element) => element?.showPopover?.()}
            popover="manual"
            className="inset-auto right-4 bottom-12 rounded-card"
          >
            <ErrorPanel title="This part could not be fetched" error={failure} onRetry={askAgain} />
          </div>
        )}
      </>
    )
  }
  return Object.assign(LatePart, { ready, prepare: ready })
}

/** Asks once more for the code of each part that is shown. */
const waiting = new Set<() => void>()

/** What failed for one failed for all: they stand in the same place, one over the other. */
function askAgain() {
  for (const fetchNow of waiting) fetchNow()
}

const failure = new Error('Check your network, or reload the page.')
