import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import type { PolicyTest } from './policy-test.ts'

/** Statements of the transaction then run as the role, with the claims of a token. */
export async function actAs(
  tx: Queryable,
  { role, claims }: Pick<PolicyTest, 'role' | 'claims'>,
): Promise<void> {
  await setClaims(tx, { claims })
  await tx.text(`set local role ${quoteIdent(role)}`)
}

/** Sets the claims of a token, without acting as its role. */
export async function setClaims(
  tx: Queryable,
  { claims }: Pick<PolicyTest, 'claims'>,
): Promise<void> {
  await tx.query("select set_config('request.jwt.claims', $1, true)", [claims ?? ''])
}
