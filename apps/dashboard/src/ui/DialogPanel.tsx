import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { useState } from 'react'

import { IconButton } from './Button.tsx'
import type { DialogProps } from './dialog-props.ts'
import { type GuardedForm, GuardedForms } from './guarded-forms.ts'

const widths = { small: 'tablet:w-[400px]', medium: 'tablet:w-[520px]', large: 'tablet:w-[720px]' }

const kinds = {
  dialog:
    'tablet:top-[14vh] tablet:bottom-auto tablet:left-1/2 tablet:right-auto tablet:-translate-x-1/2 tablet:max-h-[72vh] tablet:rounded-card inset-x-0 bottom-0 max-h-[88vh] rounded-t-card animate-rise',
  panel: 'inset-y-0 right-0 w-full animate-rise border-l border-line',
  drawer: 'inset-y-0 left-0 w-[280px] animate-slide-in border-r border-line',
}

/**
 * The scrim is a custom element: the library's overlay locks scrolling with an inline style sheet,
 * which the content security policy refuses, and the page behind does not scroll.
 */
export function DialogPanel(props: DialogProps) {
  const { onClose, description, footer, kind = 'dialog', width = 'medium' } = props
  const { isKept = false } = props
  const [opener] = useState(findOpener)
  const [isTyped, setIsTyped] = useState(false)
  const [forms] = useState(() => new Set<GuardedForm>())
  const close = () => {
    if (![...forms].some((askBefore) => askBefore(onClose))) onClose()
  }
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || close()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Radix.Content
          className={clsx(
            'fixed z-40 flex flex-col bg-raised shadow-raised outline-none',
            kinds[kind],
            kind !== 'drawer' && widths[width],
          )}
          onOpenAutoFocus={startFocus}
          // A stray click does not discard typed text; Escape and the close button ask.
          onInput={() => setIsTyped(true)}
          onPointerDownOutside={(event) => {
            if (isKept || isTyped) event.preventDefault()
          }}
          onEscapeKeyDown={(event) => {
            if (isKept) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            giveFocusBack(opener)
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <Header {...props} onClose={close} />
          <div
            className={clsx(
              'min-h-0 flex-1 overflow-y-auto',
              props.isBare !== true && 'px-4 pt-1 pb-4',
            )}
          >
            <GuardedForms value={forms}>{props.children}</GuardedForms>
          </div>
          {footer !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Header({ title, description, isBare = false, isKept = false, onClose }: DialogProps) {
  return (
    <header className={clsx('flex items-start gap-3 px-4 pt-4 pb-2', isBare && 'sr-only')}>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
        {description !== undefined && (
          <Radix.Description className="text-ink-soft">{description}</Radix.Description>
        )}
      </div>
      {!isKept && <IconButton icon={X} label="Close" className="-mr-1" onClick={onClose} />}
    </header>
  )
}

/**
 * A field with autofocus has the focus by now. Otherwise the dialog itself takes it, rather than
 * its close button, whose tooltip would open.
 */
function startFocus(event: Event) {
  event.preventDefault()
  const { currentTarget: panel } = event
  if (panel instanceof HTMLElement && !panel.contains(document.activeElement)) panel.focus()
}

/** The element with the focus before the dialog. A menu is closed by then: its button stays. */
function findOpener(): Element | null {
  const opener = innermostFocus()
  const button = opener?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return typeof button === 'string' ? document.querySelector(`[id="${button}"]`) : opener
}

/**
 * A code editor is in a shadow root, whose host is the active element but cannot take the focus.
 */
function innermostFocus(): Element | null {
  let { activeElement } = document
  while (activeElement?.shadowRoot?.activeElement) {
    activeElement = activeElement.shadowRoot.activeElement
  }
  return activeElement
}

/**
 * The library only restores the focus to its own trigger. An element that took the focus in the
 * meantime, such as a field of the next page, keeps it. When the opener was removed, such as an
 * entry of a cell's menu, the rows get the keys; without any former focus, the page does.
 */
function giveFocusBack(opener: Element | null) {
  const content = document.querySelector('#content')
  const rows = content?.querySelector('[role="grid"]')
  for (const target of opener === document.body ? [content] : [opener, rows, content]) {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}
