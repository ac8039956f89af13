import { notify } from './toast.ts'

/** How long a control shows that it has copied. */
export const copiedMs = 2000

/**
 * Copies text. Returns whether it worked; when the window lacks focus or the browser refuses, a
 * toast has the words of SPEC.md section 8.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!document.hasFocus()) globalThis.focus()
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    notify.error('Unable to copy to clipboard')
    return false
  }
}
