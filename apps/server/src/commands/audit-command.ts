import { listChains, verifyChain } from '../store/audit-verification.ts'
import type { Store } from '../store/store.ts'

/** The part of a hash that users compare; the dashboard shows all of it. */
const hashShown = 16

/**
 * Recomputes every hash of every chain and prints a line for each. True when all are valid.
 * Read-only, so it can run while the install does.
 */
export async function verifyAudit(store: Store, print: (line: string) => void): Promise<boolean> {
  const names = await listNames(store)
  const chains = await listChains(store)
  let broken = 0
  for (const chain of chains) {
    const report = await verifyChain(store, chain)
    const name = names.get(chain)
    const shown = name === undefined ? chain : `${chain} (${name})`
    if (report.broken === null) {
      const head = report.headHash.slice(0, hashShown)
      print(`ok      ${shown}: ${report.checked} rows from ${report.firstNumber}, head ${head}`)
    } else {
      broken += 1
      print(`broken  ${shown}: at number ${report.broken.number}. ${report.broken.reason}.`)
    }
  }
  print(
    broken === 0
      ? `All ${chains.length} chains of the audit log are whole.`
      : `${broken} of ${chains.length} chains of the audit log are broken.`,
  )
  return broken === 0
}

async function listNames(store: Store): Promise<Map<string, string>> {
  const organizations = await store
    .selectFrom('organizations')
    .select(['id', 'slug', 'deleted_at'])
    .execute()
  return new Map(
    organizations.map(({ id, slug, deleted_at: deletedAt }) => [
      `organization:${id}`,
      deletedAt === null ? slug : `${slug}, deleted`,
    ]),
  )
}
