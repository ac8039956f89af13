import { type ReactNode, useCallback, useState } from 'react'

import { fadeEdges } from '../../../ui/fade-edges.ts'

type Props = { label: string; children: ReactNode }

/** A horizontal list; it fades at an edge where it continues. */
export function SidewaysList({ label, children }: Props) {
  const [isBeyond, setIsBeyond] = useState(false)
  const fade = useCallback((list: HTMLElement | null) => fadeEdges(list, setIsBeyond), [])
  return (
    <fieldset
      ref={fade}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={isBeyond ? 0 : undefined}
      className="flex min-w-0 gap-1.5 overflow-x-auto pb-1"
    >
      {children}
    </fieldset>
  )
}
