import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { featurePreviews } from '@basalt/catalog'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../areas', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$/u.test(path))
  .map((path) => readFileSync(`${root}/${path}`, 'utf8'))

test('a preview is released exactly when a screen reads its flag', () => {
  const read = featurePreviews.filter(({ key }) =>
    sources.some((text) => text.includes(`usePreview('${key}')`)),
  )
  const released = featurePreviews.filter(({ isReleased }) => isReleased)
  expect(released.map(({ key }) => key)).toEqual(read.map(({ key }) => key))
})
