import { useEffect, useState } from 'react'

/** As many as fit in a frame with the other work of a zoom. */
const perFrame = 5

const waiting = new Set<() => void>()
let frame: number | undefined

function changeNext() {
  frame = undefined
  let changed = 0
  for (const change of waiting) {
    if (changed === perFrame) break
    waiting.delete(change)
    change()
    changed += 1
  }
  if (waiting.size > 0) frame = requestAnimationFrame(changeNext)
}

/**
 * A flag that many elements follow, a few in each frame, so that none of the frames is long. It is
 * false at first.
 */
export function useStaged(flag: boolean): boolean {
  const [staged, setStaged] = useState(false)
  useEffect(() => {
    if (staged === flag) return undefined
    const change = () => setStaged(flag)
    waiting.add(change)
    frame ??= requestAnimationFrame(changeNext)
    return () => void waiting.delete(change)
  }, [staged, flag])
  return staged
}
