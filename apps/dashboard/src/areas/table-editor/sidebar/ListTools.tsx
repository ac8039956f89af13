import type { TableSummary } from '@basalt/contract/database/tables'
import type { TableSort } from '@basalt/pg-model'
import { ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'

import { IconButton } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'

const ListMenu = late(async () => (await import('./ListMenu.tsx')).ListMenu)

export type ListToolsProps = {
  projectRef: string
  schema: string
  kinds: readonly TableSummary['kind'][]
  sort: TableSort
  onKinds: (kinds: readonly TableSummary['kind'][]) => void
  onSort: (sort: TableSort) => void
}

/** Kinds and order of the listed tables. */
export function ListTools(props: ListToolsProps) {
  const [point, setPoint] = useState<{ x: number; y: number }>()
  const button = useRef<HTMLButtonElement>(null)
  const isFiltered = props.kinds.length > 0
  return (
    <>
      <IconButton
        ref={button}
        icon={ListFilter}
        label={isFiltered ? 'Type and order (filtered)' : 'Type and order'}
        className={isFiltered ? 'text-accent!' : ''}
        aria-haspopup="menu"
        aria-expanded={point !== undefined}
        onPointerEnter={ListMenu.prepare}
        onFocus={ListMenu.prepare}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          setPoint({ x: left, y: bottom })
        }}
      />
      {point !== undefined && (
        <ListMenu
          {...props}
          point={point}
          onClosed={() => {
            setPoint(undefined)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}
