import { notify } from '../ui/toast.ts'

/** Said where code of the page did not come, as when the server is gone. */
export const tellUnloaded = (): void =>
  notify.error('This could not be loaded. Reload the page once the server answers again')
