import { writeFileSync } from 'node:fs'

import { inCheckout, root } from '../bootstrap/checkout.mjs'
import {
  countUses,
  findUses,
  ratchetFile,
  readFiles,
  readRatchet,
} from '../checks/private-words.mjs'

/**
 * `npm run words` lowers the counts of private words to the current number of files and never
 * raises one; `npm run words -- WORD` lists the files with a word.
 */
export function main() {
  const uses = findUses(readFiles(root))
  const [word] = process.argv.slice(2)
  if (word !== undefined) {
    for (const use of uses) if (use.word === word) console.log(use.file)
    return
  }
  const counts = countUses(uses)
  const lowered = Object.entries(readRatchet(root))
    .map(([name, allowed]) => [name, Math.min(allowed, counts[name] ?? 0)])
    .filter(([, count]) => count > 0)
  writeFileSync(
    inCheckout(ratchetFile),
    `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`,
  )
  for (const [name, count] of lowered) console.log(`${String(count).padStart(4)}  ${name}`)
}
