import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

type Answer = (isStaying: boolean) => void

type Locations = Parameters<BlockerFn>[0]

const leavesPage = ({ currentLocation, nextLocation }: Locations): boolean =>
  currentLocation.pathname !== nextLocation.pathname

/**
 * Stops the way to another page while there is something to lose; `leaves` says which ways those are. Returns the answer to the
 * question whether to stay, while it is open. Closing the tab asks in the browser's own words.
 */
export function useFormGuard(
  hasUnsaved: () => boolean,
  leaves: (locations: Locations) => boolean = leavesPage,
): Answer | undefined {
  const { history } = useRouter()
  const [answer, setAnswer] = useState<Answer>()
  const hasNow = useEffectEvent(hasUnsaved)
  const isLeaving = useEffectEvent(leaves)
  useEffect(() => {
    const blockerFn: BlockerFn = (locations) => {
      if (!isLeaving(locations) || !hasNow()) return false
      return new Promise<boolean>((resolve) => {
        setAnswer(() => (isStaying: boolean) => {
          setAnswer(undefined)
          resolve(isStaying)
        })
      })
    }
    return history.block({ blockerFn, enableBeforeUnload: () => hasNow() })
  }, [history])
  return answer
}
