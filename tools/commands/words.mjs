import { root } from '../bootstrap/checkout.mjs'
import { checkPrivateWords } from '../checks/private-words.mjs'

/** `npm run words` lists the files with private words and the terms to write instead. */
export function main() {
  const { files, failures } = checkPrivateWords(root)
  for (const failure of failures) console.error(failure)
  console.log(`${files} files, ${failures.length} private words`)
  if (failures.length > 0) process.exitCode = 1
}
