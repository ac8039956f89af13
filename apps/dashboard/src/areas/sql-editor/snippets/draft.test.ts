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

test('a draft comes back with its text and the version it changes', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.nat()), (text, version) => {
      const setting = memory()
      expect(writeDraft(setting, { text, version })).toBe(true)
      expect(readDraft(setting)).toEqual({ text, version })
    }),
  )
})

test('what is not a draft of ours is taken as the text', () => {
  expect(readDraft(memory('select 1'))).toEqual({ text: 'select 1', version: null })
  expect(readDraft(memory())).toBeUndefined()
})

test('a draft that finds no room is told', () => {
  const full = { ...memory('an earlier one'), set: () => undefined }
  expect(writeDraft(full, { text: 'select 1', version: 3 })).toBe(false)
})
