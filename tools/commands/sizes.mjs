import { writeFileSync } from 'node:fs'

import { buildApps, manifestFile } from '../bootstrap/build.mjs'
import { inCheckout } from '../bootstrap/checkout.mjs'
import { checkBundleSizes, releasedSizesFile } from '../checks/bundle-sizes.mjs'

/** `npm run sizes`, at a release: records the sizes that `npm run check` measures growth against. */
export async function main() {
  await buildApps()
  const dist = inCheckout('apps', 'dashboard', 'dist')
  const { sizes } = checkBundleSizes({ dist, manifestFile })
  writeFileSync(releasedSizesFile, `${JSON.stringify(sizes, null, 2)}\n`)
}
