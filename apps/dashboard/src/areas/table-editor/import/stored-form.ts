import type { Plan } from './import-plan.ts'
import type { Reading } from './inspect.ts'

/** What was chosen for a file when its import began. */
export type StoredForm = {
  reading: Reading
  plan: Plan
  /** The table that it went into; undefined for a new one. */
  targetId: number | undefined
}

const forms = new WeakMap<File, StoredForm>()

export const keepForm = (file: File, form: StoredForm): void => void forms.set(file, form)

/** For when the panel comes back with the same file. */
export const storedForm = (file: File | null): StoredForm | undefined =>
  file === null ? undefined : forms.get(file)
