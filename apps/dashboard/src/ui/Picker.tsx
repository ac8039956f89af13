import { cloneElement, useState } from 'react'

import { late } from './late.tsx'
import type { PickerProps } from './picker-props.ts'

const PickerList = late(async () => (await import('./PickerList.tsx')).PickerList)

/** For places where a list is opened and typed into with one movement. */
export const preparePicker = PickerList.prepare

/** A list with a search field behind a button. Its code is loaded when the pointer comes near. */
export function Picker(props: PickerProps) {
  const [isRequested, setIsRequested] = useState(false)
  const idle = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerOver: PickerList.prepare,
    onFocus: PickerList.prepare,
    onClick: () => PickerList.ready(() => setIsRequested(true)),
  })
  return isRequested ? <PickerList fallback={idle} {...props} /> : idle
}
