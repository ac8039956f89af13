import { root } from '../bootstrap/checkout.mjs'
import { prepare } from '../bootstrap/prepare.mjs'
import { work } from '../bootstrap/serve.mjs'

/** `npm run worker`: runs jobs next to the server of the same data directory. */
export async function main() {
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  await prepare()
  await work()
}
