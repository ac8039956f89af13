import type { MenuItem } from '../../../ui/menu-props.ts'
import { MenuList } from '../../../ui/MenuList.tsx'
import type { MenuEntry } from './menu-entries.ts'

type Props = {
  /** Names the menu for screen readers. */
  label: string
  /** Its position, in pixels of the window. */
  point: { x: number; y: number }
  /** A line is drawn between the groups. */
  groups: readonly (readonly MenuEntry[])[]
  onClosed: (isFocusFree: boolean) => void
}

/** A menu at a point of the screen, which is open from the start. */
export function PointMenu({ label, point, groups, onClosed }: Props) {
  const trigger = (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      className="pointer-events-none fixed size-0"
      style={{ left: point.x, top: point.y }}
    />
  )
  return <MenuList trigger={trigger} items={listItems(groups)} onClosed={onClosed} />
}

const listItems = (groups: Props['groups']): MenuItem[] =>
  groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => {
      const items: MenuItem[] = [...group]
      return at === 0 ? items : [{ kind: 'separator' as const }, ...items]
    })
