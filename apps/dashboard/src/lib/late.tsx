import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'

import { ErrorPanel } from '../ui/ErrorPanel.tsx'

/**
 * A part whose code is fetched when it is first shown. Where that fails, as without a network,
 * it says so in its place and can be asked for again: the page around it stays.
 *
 * @param stays what of the part is shown all the same, for example the button that opens it.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  stays?: (props: Props) => ReactNode,
): ComponentType<Props> {
  return lazy(async () => ({ default: await load().catch(() => missing(load, stays)) }))
}

const failure = new Error(
  'Check your network and try again. If the dashboard was updated meanwhile, load the page anew.',
)

/** Stands in for code that did not come, and becomes the part as soon as that is there. */
function missing<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  stays: ((props: Props) => ReactNode) | undefined,
): ComponentType<Props> {
  return function Missing(props: Props) {
    const [{ Part, hasFailed }, setFetched] = useState<{
      Part?: ComponentType<Props>
      hasFailed: boolean
    }>({ hasFailed: false })
    const fetchAgain = () =>
      load().then(
        (part) => setFetched({ Part: part, hasFailed: false }),
        () => setFetched({ hasFailed: true }),
      )
    useEffect(() => void fetchAgain(), [])
    if (Part !== undefined) return <Part {...props} />
    return (
      <>
        {stays?.(props)}
        {hasFailed && (
          <div className="p-3">
            <ErrorPanel
              title="This part could not be fetched"
              error={failure}
              onRetry={() => void fetchAgain()}
            />
          </div>
        )}
      </>
    )
  }
}
