import type { Plan } from './import-plan.ts'
import type { Reading } from './inspect.ts'

/** The settings of a file when its import started. */
export type StoredForm = {
  reading: Reading
  plan: Plan
  /** The target table; undefined for a new one. */
  targetId: number | undefined
}

const forms = new WeakMap<File, StoredForm>()

export const keepForm = (file: File, form: StoredForm): void => void forms.set(file, form)

/** Restored when the panel opens with the same file. */
export const storedForm = (file: File | null): StoredForm | undefined =>
  file === null ? undefined : forms.get(file)
