import { useEffect } from 'react'

/** What was pasted, and where: its data is gone with its event. */
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

/** Keeps what is pasted onto the page before the code of imports is here. */
export function useEarlyPaste(): void {
  useEffect(() => {
    if (!isTaken) window.addEventListener('paste', keep)
    return () => {
      early = undefined
      window.removeEventListener('paste', keep)
    }
  }, [])
}

/** For whoever takes what is pasted from now on. */
export function takeEarlyPaste(): Pasted | undefined {
  const taken = early
  early = undefined
  isTaken = true
  window.removeEventListener('paste', keep)
  return taken
}
