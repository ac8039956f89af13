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
  ready: () => Promise<void>
}

/**
 * A part whose code is fetched when it is first shown. Where that fails, as without a network,
 * it says so in its place and can be asked for again: the page around it stays. Each part
 * shows as soon as its code is there; those of `React.lazy` wait 300 ms after one another.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let known: ComponentType<Props> | undefined
  const fetchPart = async () => (known ??= await load())

  function LatePart({ meanwhile, ...props }: Props & Meanwhile) {
    const [{ Part, hasFailed }, setFetched] = useState<Fetched<Props>>({
      Part: known,
      hasFailed: false,
    })
    const fetchNow = () =>
      fetchPart().then(
        (part) => setFetched({ Part: part, hasFailed: false }),
        () => setFetched({ Part: undefined, hasFailed: true }),
      )
    const isThere = Part !== undefined
    useEffect(() => {
      if (!isThere) void fetchNow()
      // oxlint-disable-next-line react/exhaustive-deps -- it is fetched when it is first shown
    }, [])
    // The compiler cannot see that all but one are the part's own.
    if (isThere) return <Part {...(props as unknown as Props)} />
    return (
      <>
        {meanwhile}
        {hasFailed && (
          <div className="p-3">
            <ErrorPanel
              title="This part could not be fetched"
              error={failure}
              onRetry={() => void fetchNow()}
            />
          </div>
        )}
      </>
    )
  }
  const ready = async () => {
    await fetchPart().catch(() => undefined)
  }
  return Object.assign(LatePart, { ready, prepare: () => void ready() })
}

type Fetched<Props> = { Part: ComponentType<Props> | undefined; hasFailed: boolean }

const failure = new Error('Check your network and try again, or reload the page.')
