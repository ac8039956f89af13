import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readDraft, writeDraft } from './draft.ts'

function memory(stored?: string) {
  let value = stored
  return {
    key: 'draft',
    get: () => value,
    set: (next: string | undefined) => {
      value = next
    },
    remove: () => {
      value = undefined
    },
    subscribe: () => () => undefined,
  }
}

test('a draft is restored with its text and its base version', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.nat()), (text, version) => {
      const setting = memory()
      expect(writeDraft(setting, { text, version })).toBe(true)
      expect(readDraft(setting)).toEqual({ text, version })
    }),
  )
})

test('an unknown format is taken as the text', () => {
  expect(readDraft(memory('select 1'))).toEqual({ text: 'select 1', version: null })
  expect(readDraft(memory())).toBeUndefined()
})

test('a draft that cannot be stored is reported', () => {
  const full = { ...memory('an earlier one'), set: () => undefined }
  expect(writeDraft(full, { text: 'select 1', version: 3 })).toBe(false)
})
