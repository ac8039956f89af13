import { cloneElement, lazy, Suspense, useState } from 'react'

import type { PickerProps } from './picker-props.ts'

const loadList = () => import('./PickerList.tsx')
const PickerList = lazy(async () => ({ default: (await loadList()).PickerList }))

/** A list with a search field behind a button. Its code is fetched when the pointer comes near. */
export function Picker(props: PickerProps) {
  const [isWanted, setIsWanted] = useState(false)
  const idle = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerOver: () => void loadList(),
    onFocus: () => void loadList(),
    onClick: () => setIsWanted(true),
  })
  if (!isWanted) return idle
  return (
    <Suspense fallback={idle}>
      <PickerList {...props} />
    </Suspense>
  )
}
