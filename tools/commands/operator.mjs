import { root } from '../bootstrap/checkout.mjs'
import { prepare } from '../bootstrap/prepare.mjs'
import { changeOperators } from '../bootstrap/serve.mjs'

/** `npm run operator -- list | grant EMAIL | revoke EMAIL`: who runs the install. */
export async function main() {
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  await prepare()
  process.exitCode = await changeOperators(process.argv.slice(2))
}
