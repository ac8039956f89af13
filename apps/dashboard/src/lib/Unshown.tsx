import { useEffect, useEffectEvent } from 'react'

import { tellUnloaded } from './tell-unloaded.ts'

/** In the place of something whose code did not come: says so, and closes it. */
export function Unshown({ onClose }: { onClose?: (() => void) | undefined }) {
  const tell = useEffectEvent(() => {
    tellUnloaded()
    onClose?.()
  })
  useEffect(() => tell(), [])
  return null
}
