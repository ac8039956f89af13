import { useState } from 'react'

import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'
import { DefinitionButton } from './definition/DefinitionButton.tsx'
import { useSearchedRow } from './jump/use-searched-row.ts'
import type { FooterProps } from './TableFooter.tsx'

const GoTo = late(async () => (await import('./jump/GoTo.tsx')).GoTo)

/** Links to any row and to the table's definition; loaded after the rows. */
export function FooterTools({ canJump, ...props }: FooterProps & { canJump: boolean }) {
  return (
    <>
      {canJump && <Jumps {...props} />}
      <DefinitionButton projectRef={props.projectRef} table={props.table} />
    </>
  )
}

function Jumps({ projectRef, table, view, window, onJump, onJumpTo }: FooterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isRequested, setIsRequested] = useState(false)
  const { anchor } = window
  const search = useSearchedRow(window, onJumpTo)
  const goTo = (edge: 'start' | 'end') => {
    search.giveUp()
    onJump(edge)
  }
  const open = () =>
    GoTo.ready(() => {
      setIsRequested(true)
      setIsOpen(true)
    })
  useShortcut({ keys: 'mod+g', label: 'Go to a row', group: 'Table', run: open })
  const idle = (
    <Button
      size="small"
      variant="ghost"
      keys="mod+g"
      tooltip="Go to a row"
      onPointerEnter={GoTo.prepare}
      onFocus={GoTo.prepare}
      onClick={open}
    >
      Go to…
    </Button>
  )
  return (
    <>
      {isRequested ? (
        <GoTo
          fallback={idle}
          {...{ projectRef, table, view, isOpen }}
          onOpenChange={setIsOpen}
          onJump={search.jump}
        />
      ) : (
        idle
      )}
      <Button
        size="small"
        variant="ghost"
        disabledReason={anchor.at === 'start' ? 'The first rows are already shown' : undefined}
        onClick={() => goTo('start')}
      >
        First rows
      </Button>
      <Button
        size="small"
        variant="ghost"
        disabledReason={anchor.at === 'end' ? 'The last rows are already shown' : undefined}
        onClick={() => goTo('end')}
      >
        Last rows
      </Button>
    </>
  )
}
