import { root } from '../bootstrap/checkout.mjs'
import { prepare } from '../bootstrap/prepare.mjs'
import { inspectAudit } from '../bootstrap/serve.mjs'

/** `npm run audit -- verify`: checks whether the audit log of an install was changed. */
export async function main() {
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  await prepare()
  process.exitCode = await inspectAudit(process.argv.slice(2))
}
