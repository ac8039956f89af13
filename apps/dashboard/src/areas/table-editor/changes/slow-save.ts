import { notify } from '../../../lib/browser/toast.ts'

const slowMs = 3000

/** Informs a user who waits for a save that it continues, and of possible causes. */
export function reportedWhenSlow<T>(saving: Promise<T>): Promise<T> {
  const telling = setTimeout(
    () =>
      notify.info('Saving takes longer than usual. Another transaction may have locked these rows'),
    slowMs,
  )
  return saving.finally(() => clearTimeout(telling))
}
