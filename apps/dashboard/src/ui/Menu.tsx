import { cloneElement, useState } from 'react'

import { late } from './late.tsx'
import type { MenuProps } from './menu-props.ts'

const MenuList = late(async () => (await import('./MenuList.tsx')).MenuList)

/** A menu behind a button. Its code is loaded when the pointer or the focus comes near. */
export function Menu(props: MenuProps) {
  const [isRequested, setIsRequested] = useState(false)
  const own = props.trigger.props
  const idle = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerOver: MenuList.prepare,
    onFocus: MenuList.prepare,
    onClick: () => own['aria-disabled'] === true || MenuList.ready(() => setIsRequested(true)),
  })
  if (!isRequested) return idle
  return <MenuList fallback={idle} {...props} />
}
