import { cloneElement, type ReactNode, useState } from 'react'

import type { PickerProps } from './picker-props.ts'

type List = (props: PickerProps) => ReactNode

let loaded: List | undefined

/** For places where a list is opened and typed into with one movement. */
export async function loadPicker(): Promise<void> {
  loaded ??= (await import('./PickerList.tsx')).PickerList
}

/**
 * A list with a search field behind a button. Its code is fetched when the pointer comes near.
 * Once that is there the list opens with the press: what is typed right after is typed into it,
 * while a boundary for what is being fetched would keep it back for a third of a second.
 */
export function Picker(props: PickerProps) {
  const [isWanted, setIsWanted] = useState(false)
  if (isWanted && loaded !== undefined) {
    const PickerList = loaded
    return <PickerList {...props} />
  }
  return cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerOver: () => void loadPicker(),
    onFocus: () => void loadPicker(),
    onClick: async () => {
      if (loaded === undefined) await loadPicker()
      setIsWanted(true)
    },
  })
}
