import { expect, test } from 'vitest'

import { onlyImportOf } from './early-script.ts'

const imports = ['assets/early-1.js']

test('an entry that only imports a chunk is replaced by that chunk', () => {
  expect(onlyImportOf({ code: 'import"./early-1.js";', imports })).toBe('assets/early-1.js')
  expect(onlyImportOf({ code: "import './early-1.js'\n", imports })).toBe('assets/early-1.js')
})

test('an entry with own code is loaded itself', () => {
  expect(onlyImportOf({ code: 'import"./early-1.js";start()', imports })).toBeUndefined()
  expect(onlyImportOf({ code: 'import{a}from"./early-1.js";a()', imports })).toBeUndefined()
  expect(onlyImportOf({ code: 'start()', imports: [] })).toBeUndefined()
})
