import { notify } from '../../../lib/browser/toast.ts'

const slowMs = 3000

/** Tells somebody who waits for a save that it goes on, and what may hold it up. */
export function reportedWhenSlow<T>(saving: Promise<T>): Promise<T> {
  const telling = setTimeout(
    () =>
      notify.info('Saving takes longer than usual. Another transaction may have locked these rows'),
    slowMs,
  )
  return saving.finally(() => clearTimeout(telling))
}
