import type { Setting } from '../../../lib/storage/storage.ts'

/** Text that is not saved, with the version of the snippet that it changes. */
export type Draft = { text: string; version: number | null }

/** Drafts are stored as one text; any other format is taken as the text. */
export function readDraft(setting: Setting<string | undefined>): Draft | undefined {
  const stored = setting.get()
  if (stored === undefined) return undefined
  const [, version, text] = /^v(\d*)\n([\s\S]*)$/u.exec(stored) ?? []
  if (version === undefined || text === undefined) return { text: stored, version: null }
  return { text, version: version === '' ? null : Number(version) }
}

/** False when the browser has no room for it. */
export function writeDraft(
  setting: Setting<string | undefined>,
  { text, version }: Draft,
): boolean {
  const stored = `v${version ?? ''}\n${text}`
  setting.set(stored)
  return setting.get() === stored
}
