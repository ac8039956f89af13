import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, test } from 'vitest'

import { withoutStyles } from './sonner-styles.ts'

test('the call that makes a style element is removed from the installed library', () => {
  const { resolve } = createRequire(import.meta.url)
  const code = readFileSync(resolve('sonner').replace(/index\.js$/u, 'index.mjs'), 'utf8')
  expect(code).toContain('__insertCSS("')
  expect(withoutStyles(code)).not.toContain('__insertCSS("')
  expect(withoutStyles(code)).toContain('export {')
})

test('a library that is built in another way stops the build', () => {
  expect(() => withoutStyles('__insertCSS(styles)')).toThrow('sonner')
})
