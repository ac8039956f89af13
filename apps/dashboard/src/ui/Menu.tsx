import { cloneElement, lazy, Suspense, useState } from 'react'

import type { MenuProps } from './menu-props.ts'

const loadList = () => import('./MenuList.tsx')
const MenuList = lazy(async () => ({ default: (await loadList()).MenuList }))

/** A menu behind a button. Its code is fetched when the pointer or the focus comes near. */
export function Menu(props: MenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const own = props.trigger.props
  const idle = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerOver: () => void loadList(),
    onFocus: () => void loadList(),
    onClick: () => own['aria-disabled'] === true || setIsWanted(true),
  })
  if (!isWanted) return idle
  return (
    <Suspense fallback={idle}>
      <MenuList {...props} />
    </Suspense>
  )
}
