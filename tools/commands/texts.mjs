import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../bootstrap/checkout.mjs'
import { listFiles } from '../checks/files.mjs'
import { extractTexts } from '../texts/extract-texts.mjs'

/** Prints every text that a user may read as `file:line<TAB>text`, one a line. */
export function main() {
  for (const file of sourceFiles()) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const { start, raw } of extractTexts(file, source)) {
      const line = source.slice(0, start).split('\n').length
      process.stdout.write(`${file}:${line}\t${raw}\n`)
    }
  }
}

/** @returns {string[]} sources of the product, without tests */
export function sourceFiles() {
  return ['apps', 'packages', 'services']
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\/src\/.*\.tsx?$/u.test(file))
    .filter((file) => !/\.test\.tsx?$|\/testing\/|\/testkit\/|-testkit\//u.test(file))
}
