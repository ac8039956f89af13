import { flushSync } from 'react-dom'

/** What an editor stores: its owner draws it as being stored only when it is asked to. */
export type Held = {
  /** Settled when it was stored, or could not be. */
  answered: Promise<unknown>
  show: () => void
}

/** About a frame: so long the answer is waited for, in milliseconds. */
const frameMs = 16

const others = ['keydown', 'pointerdown'] as const

/**
 * Closes an editor as soon as what it stores is answered, but a frame later at the latest: what
 * is stored as quickly is drawn once, and nothing is drawn while it is on its way. Whatever
 * somebody does meanwhile is done after the editor has closed. Answers how to close it now.
 */
export function closeHeld({ answered, show }: Held, close: () => void): () => void {
  let isClosed = false
  const finish = (isAnswered = false) => {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    for (const type of others) document.removeEventListener(type, onOther, { capture: true })
    // Drawn at once: a press before that would find the focus moved and the editor still there.
    flushSync(() => {
      if (!isAnswered) show()
      close()
    })
  }
  const onOther = (event: Event) => {
    finish()
    if (event instanceof KeyboardEvent) pressAgain(event)
  }
  const timer = setTimeout(() => finish(), frameMs)
  for (const type of others) document.addEventListener(type, onOther, { capture: true })
  const onAnswer = () => finish(true)
  answered.then(onAnswer, onAnswer)
  return () => finish()
}

/** The key is for what has the focus by now; what the browser does with it is left to that. */
function pressAgain(event: KeyboardEvent): void {
  event.stopImmediatePropagation()
  const again = new KeyboardEvent(event.type, event)
  if (document.activeElement?.dispatchEvent(again) === false) event.preventDefault()
}
