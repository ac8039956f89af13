import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

type Answer = (isStaying: boolean) => void

/**
 * Stops the way to another page while there is something to lose. Returns the answer to the
 * question whether to stay, while it is open. Closing the tab asks in the browser's own words.
 */
export function useFormGuard(hasUnsaved: () => boolean): Answer | undefined {
  const { history } = useRouter()
  const [answer, setAnswer] = useState<Answer>()
  const hasNow = useEffectEvent(hasUnsaved)
  useEffect(() => {
    const blockerFn: BlockerFn = ({ currentLocation, nextLocation }) => {
      if (currentLocation.pathname === nextLocation.pathname || !hasNow()) return false
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
