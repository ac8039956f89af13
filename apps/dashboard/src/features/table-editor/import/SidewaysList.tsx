import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

type Props = { label: string; children: ReactNode }

/** Things beside each other; where they go on beyond an edge, the edge says so. */
export function SidewaysList({ label, children }: Props) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const { isBefore, isBehind } = useBeyond(list)
  return (
    <div className="relative">
      <fieldset
        ref={setList}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
        tabIndex={isBefore || isBehind ? 0 : undefined}
        className="flex min-w-0 gap-1.5 overflow-x-auto pb-1"
      >
        {children}
      </fieldset>
      {isBefore && <Edge side="left" />}
      {isBehind && <Edge side="right" />}
    </div>
  )
}

/** Systems that draw a scrollbar only while it is used show no other sign of what is beyond. */
const Edge = ({ side }: { side: 'left' | 'right' }) => (
  <span
    aria-hidden
    data-testid="more-beyond"
    className="pointer-events-none absolute inset-y-0 flex items-center text-ink-soft"
    style={{
      [side]: 0,
      paddingInlineStart: side === 'right' ? '1.5rem' : 0,
      paddingInlineEnd: side === 'left' ? '1.5rem' : 0,
      background: `linear-gradient(to ${side}, transparent, var(--raised) 60%)`,
    }}
  >
    {side === 'left' ? <ChevronLeft /> : <ChevronRight />}
  </span>
)

const nothing = { isBefore: false, isBehind: false }

/** Whether a list goes on beyond its edges. Parts of a pixel do not count. */
function useBeyond(list: HTMLElement | null) {
  const [beyond, setBeyond] = useState(nothing)
  useEffect(() => {
    if (list === null) return undefined
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = list
      const isBefore = scrollLeft > 1
      const isBehind = scrollLeft + clientWidth < scrollWidth - 1
      setBeyond((now) =>
        now.isBefore === isBefore && now.isBehind === isBehind ? now : { isBefore, isBehind },
      )
    }
    look()
    list.addEventListener('scroll', look, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    observer?.observe(list)
    return () => {
      list.removeEventListener('scroll', look)
      observer?.disconnect()
    }
  }, [list])
  return beyond
}
