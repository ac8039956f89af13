import { flushSync } from 'react-dom'

/** A write of an editor: its owner draws it as pending only when `show` is called. */
export type Held = {
  /** Settled when it was stored, or could not be. */
  answered: Promise<unknown>
  show: () => void
}

/** About a frame: so long the answer is waited for, in milliseconds. */
const frameMs = 16

const others = ['keydown', 'pointerdown'] as const

/**
 * Closes an editor when the response to its write arrives, but after one frame at the latest: a
 * fast write is drawn once, without its pending state. Other keys and presses are handled after the
 * editor has closed. Returns a function that closes it at once.
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

/** Dispatches the key to the newly focused element, which decides about its default action. */
function pressAgain(event: KeyboardEvent): void {
  event.stopImmediatePropagation()
  const again = new KeyboardEvent(event.type, event)
  if (document.activeElement?.dispatchEvent(again) === false) event.preventDefault()
}
