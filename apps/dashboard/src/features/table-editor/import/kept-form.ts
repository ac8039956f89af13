import type { Reading } from './examine.ts'
import type { Plan } from './import-plan.ts'

/** What was chosen for a file when its import began. */
export type KeptForm = {
  reading: Reading
  plan: Plan
  /** The table that it went into; undefined for a new one. */
  targetId: number | undefined
}

const forms = new WeakMap<File, KeptForm>()

export const keepForm = (file: File, form: KeptForm): void => void forms.set(file, form)

/** For when the panel comes back with the same file. */
export const keptForm = (file: File | null): KeptForm | undefined =>
  file === null ? undefined : forms.get(file)
