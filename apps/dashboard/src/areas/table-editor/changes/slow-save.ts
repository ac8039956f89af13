import { notify } from '../../../lib/browser/toast.ts'

const slowMs = 3000

/** Tells somebody who waits for a save that it goes on, and what may hold it up. */
export function reportedWhenSlow<T>(saving: Promise<T>): Promise<T> {
  const telling = setTimeout(
    () =>
      notify.info('The database takes long to save this. Another transaction may hold these rows'),
    slowMs,
  )
  return saving.finally(() => clearTimeout(telling))
}
