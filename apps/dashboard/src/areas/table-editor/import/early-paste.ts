import { useEffect } from 'react'

/** A paste and its target: the event's data is only available during the event. */
export type Pasted = { target: EventTarget | null; text: string; file: File | undefined }

let early: Pasted | undefined
let isTaken = false

export const pastedIn = ({ target, clipboardData }: ClipboardEvent): Pasted => ({
  target,
  text: clipboardData?.getData('text/plain') ?? '',
  file: clipboardData?.files[0],
})

function keep(event: ClipboardEvent): void {
  if (!event.defaultPrevented) early = pastedIn(event)
}

/** Buffers pastes onto the page before the import code is loaded. */
export function useEarlyPaste(): void {
  useEffect(() => {
    if (!isTaken) window.addEventListener('paste', keep)
    return () => {
      early = undefined
      window.removeEventListener('paste', keep)
    }
  }, [])
}

/** Returns the buffered paste to the code that handles pastes from now on. */
export function takeEarlyPaste(): Pasted | undefined {
  const taken = early
  early = undefined
  isTaken = true
  window.removeEventListener('paste', keep)
  return taken
}
